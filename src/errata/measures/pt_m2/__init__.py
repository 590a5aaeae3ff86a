"""PT-M² (Gong et al. 2022): M² with edits weighted by how much they change the meaning of the source.

    family   shared by PT-M² and its twin over ERRANT's edits (`pt_errant`): weights, the four verbs
    measure  the edits of M², found by its search
    explain  a sentence shown with the weight of every edit

The weights themselves come from `errata.similarity`.
"""

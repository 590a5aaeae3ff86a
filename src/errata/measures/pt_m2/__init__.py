"""PT-M² (Gong et al. 2022): M² with edits that weigh by how much they change the meaning of the source.

    family   what PT-M² and its twin over ERRANT's edits (`pt_errant`) share: weights, the four verbs
    measure  the edits of M², found by its search
    explain  a sentence shown with the weight of every edit

The weights themselves are `errata.similarity`.
"""

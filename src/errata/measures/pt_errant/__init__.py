"""PT-ERRANT (Gong et al. 2022): ERRANT's edits with the weights of PT-M², which has all but the comparison."""

"""The HOO framework (Dale and Narroway 2012)."""

# What of `bestfirst.py` the three-way alignment uses without the interpreter.

cdef class Search:
    cdef int[::1] ids, table, heads, slots, entries
    cdef long long[::1] cells
    cdef long long s0, n, h0, m, r0, o
    cdef long long capacity, mask, n_cells
    cdef bint is_known
    cdef long long sh_cost, sr_cost, hr_cost, cost
    cdef long long tp, tn, fp, fn, fpn

    cdef void open(self, int[::1] bounds, long long at) noexcept nogil
    cdef long long fill_distances(
        self, long long x0, long long nx, long long y0, long long ny, long long base
    ) noexcept nogil
    cdef long long find(self, long long i, long long j, long long k) noexcept nogil
    cdef bint search(self) noexcept nogil
    cdef long long walk_back(self, char[::1] moves, bint keep) noexcept nogil
    cdef void clear(self) noexcept nogil

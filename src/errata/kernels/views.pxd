# What of `views.py` the MaxMatch kernels use without the interpreter.

cdef class Lattice:
    cdef long long n_sentences, n, m, n_vertices, first, slots, rows, words
    cdef int[::1] source_bounds, output_bounds, output, first_in_row, row, column, target
    cdef long long[::1] first_vertex
    cdef unsigned char[::1] kind

    cdef long long most_vertices(self) noexcept nogil
    cdef long long most_columns(self) noexcept nogil
    cdef void open(self, long long sentence) noexcept nogil


cdef class Gold:
    cdef long long n_rows, n_there
    cdef int[::1] first_row, first_edit, start, end, first_correction, bounds, ids, there

    cdef void gather(self, long long row, long long place) noexcept nogil
    cdef bint is_at(self, long long correction, Lattice lattice, long long begin) noexcept nogil


cdef class Trails:
    cdef long long[::1] bounds, begin
    cdef int[::1] vertices

    cdef void follow(
        self, long long row, long long[::1] time, long long r, long long n_rows, long long n_vertices
    ) noexcept nogil

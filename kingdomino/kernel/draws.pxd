"""Random generators: Python's own, continued in C, and a small fast one for playouts."""

from libc.stdint cimport uint32_t, uint64_t

cdef struct Twister:
    # The Mersenne Twister as `random.Random` has it (Matsumoto, Nishimura 1998): 624 words, and the index of the next one.
    uint32_t words[624]
    int at


cdef inline uint32_t _mixed(uint32_t high, uint32_t low) noexcept nogil:
    cdef uint32_t y = (high & <uint32_t>0x80000000) | (low & <uint32_t>0x7FFFFFFF)
    return y >> 1 ^ (-(y & 1) & <uint32_t>0x9908B0DF)


cdef inline void _renew(Twister *twister) noexcept nogil:
    cdef int i
    cdef uint32_t *words = twister.words
    for i in range(227):
        words[i] = words[i + 397] ^ _mixed(words[i], words[i + 1])
    for i in range(227, 623):
        words[i] = words[i - 227] ^ _mixed(words[i], words[i + 1])
    words[623] = words[396] ^ _mixed(words[623], words[0])
    twister.at = 0


cdef inline uint32_t word(Twister *twister) noexcept nogil:
    """The next 32 bits."""
    cdef uint32_t y
    if twister.at >= 624:
        _renew(twister)
    y = twister.words[twister.at]
    twister.at += 1
    y ^= y >> 11
    y ^= y << 7 & <uint32_t>0x9D2C5680
    y ^= y << 15 & <uint32_t>0xEFC60000
    return y ^ y >> 18


cdef inline int below(Twister *twister, int bound) noexcept nogil:
    """`int(random() * bound)`, as `RepeatableSource` draws it."""
    cdef uint32_t high = word(twister) >> 5, low = word(twister) >> 6
    return <int>((high * 67108864.0 + low) * (1.0 / 9007199254740992.0) * bound)


cdef inline int randbelow(Twister *twister, int bound) noexcept nogil:
    """Same as `Random._randbelow`: draws as many bits as the bound has, until the number is below the bound."""
    cdef int bits = 0
    cdef uint32_t found
    while bound >> bits:
        bits += 1
    while True:
        found = word(twister) >> (32 - bits)
        if found < <uint32_t>bound:
            return <int>found


cdef struct Inner:
    # SplitMix64 (Steele, Lea, Flood 2014): one word of state; for playouts only, never for a game's secrets.
    uint64_t state


cdef inline uint64_t inner_word(Inner *inner) noexcept nogil:
    """The next 64 bits."""
    cdef uint64_t z
    inner.state += <uint64_t>0x9E3779B97F4A7C15
    z = inner.state
    z = (z ^ z >> 30) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ z >> 27) * <uint64_t>0x94D049BB133111EB
    return z ^ z >> 31


cdef inline int inner_below(Inner *inner, int bound) noexcept nogil:
    """A number from 0 to bound - 1: the high 32 bits times the bound; the bias is below bound / 2^32."""
    return <int>((inner_word(inner) >> 32) * <uint64_t>bound >> 32)

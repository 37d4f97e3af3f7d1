"""Sets of numbered games as integers: bit n stands for game n. All operations are those of Python's integers.

A bitmap in the store is read by `int.from_bytes(…, "little")`. Numbers with a range, such as points, are
bit-sliced: one bitmap has bit k of the numbers of all games, so a comparison is one pass over the slices
(O'Neil and Quass, "Improved Query Performance with Variant Indexes", 1997).
"""

from collections.abc import Iterable, Iterator, Sequence


def below(number: int) -> int:
    """All games with a number below this one.

    >>> bin(below(3))
    '0b111'
    """
    return (1 << number) - 1


def of_numbers(numbers: Iterable[int]) -> int:
    """The set of these games.

    >>> bin(of_numbers([0, 3, 9]))
    '0b1000001001'
    """
    held = sorted(numbers)
    octets = bytearray(held[-1] // 8 + 1 if held else 0)
    for number in held:
        octets[number // 8] |= 1 << number % 8
    return int.from_bytes(octets, "little")


def newest_first(games: int) -> Iterator[int]:
    """The numbers in the set, the highest first.

    >>> list(newest_first(0b1000001001))
    [9, 3, 0]
    """
    while games:
        number = games.bit_length() - 1
        yield number
        games ^= 1 << number


def at_least(value: int, slices: Sequence[int], games: int) -> int:
    """The subset of the games whose number is at least `value`; `slices` has its bits, the lowest first.

    >>> bin(at_least(2, [0b0110, 0b1100], 0b1111))  # games 0 to 3 have the numbers 0, 1, 3, 2
    '0b1100'
    """
    if value >= 1 << len(slices):
        return 0
    more, equal = 0, games
    for place in reversed(range(len(slices))):
        if value >> place & 1:
            equal &= slices[place]
        else:
            more |= equal & slices[place]
            equal &= ~slices[place]
    return more | equal


def at_most(value: int, slices: Sequence[int], games: int) -> int:
    """The subset of the games whose number is at most `value`.

    >>> bin(at_most(2, [0b0110, 0b1100], 0b1111))
    '0b1011'
    """
    return games & ~at_least(value + 1, slices, games)

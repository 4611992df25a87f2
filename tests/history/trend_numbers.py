#!/usr/bin/env python3
"""Prints the numbers of tst_history.cpp: slopes by scipy.stats.theilslopes, levels by numpy and scipy.stats.

trend_numbers.py, with a Python that has scipy.
"""
import numpy as np
from scipy import stats

random = np.random.default_rng(20261130)


def text(values):
    return "{" + ", ".join(repr(float(v)) for v in values) + "}"


def slopes():
    days = np.array([0, 1, 2, 2.5, 4, 7, 8, 11, 12, 13.25, 15, 16, 19, 21, 22])
    yield "six rising", range(6), [3.0, 3.5, 4.5, 4.75, 6.0, 6.25]
    yield "six of noise", range(6), [3.0, 3.5, 2.5, 3.25, 2.75, 3.125]
    yield "bytes with ties", range(9), [58368, 58368, 58400, 58400, 58400, 58368, 58912, 58912, 58912]
    yield "all the same", range(7), [4096] * 7
    yield "days that are not even", days, np.round(100 + 0.8 * days + random.normal(0, 2, days.size), 3)
    yield "falling with outliers", range(12), [50, 49.5, 49, 90, 48, 47.25, 47, 46.5, 2, 45.5, 45, 44.75]
    yield "places that are one", [0, 0, 1, 1, 2, 2, 3], [1.0, 1.5, 2.0, 2.25, 2.5, 4.0, 3.5]


for name, places, values in slopes():
    places, values = np.asarray(list(places), float), np.asarray(values, float)
    made = stats.theilslopes(values, places, alpha=0.99)
    print(f'{{"{name}", {text(places)}, {text(values)}, {float(made.slope)!r}, {float(made.low_slope)!r}, {float(made.high_slope)!r}}},')

# Factors for few values: C. Croux and P. J. Rousseeuw, 1992.
FEW = {6: 1.200, 7: 1.140, 8: 1.129, 9: 1.107}
print("---")
for count in (6, 8, 25, 31, 40):
    level = np.round(100 + random.normal(0, 3, count), 3)
    middle = np.median(level)
    spread = np.median(np.abs(level - middle)) / stats.norm.ppf(0.75) * FEW.get(count, count / (count - 0.8))
    reach = stats.t.ppf(0.9999, count - 1) * spread * np.sqrt(1 + 1 / count)
    print(f"{{{text(level)}, {float(middle)!r}, {float(reach)!r}}},")

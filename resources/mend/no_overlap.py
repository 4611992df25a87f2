no_overlap = functools.partial(greedy, allow_overlapping_allocations=False)

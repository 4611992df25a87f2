// Points of series: what rows of one export come to, and what is said of them in their order. Only core/history includes this. Pure
// functions; any thread.
#pragma once

#include "history/history.h"

namespace etscope::history {

/// A row of the table with that number.
Point pointOf(const TableRow& row, std::size_t table);
/// Another run of the same export: the worst of both counts. That nobody ran something says nothing beside those that did.
void merge(Point& into, const Point& from);
/// Whether both say the same of one run: a session that several tables have.
bool isSame(const Point& left, const Point& right);
/// Of times, as far as both are some.
bool isEarlier(std::string_view left, std::string_view right);

std::vector<Break> breaksOf(const std::vector<Point>& points);
std::vector<Change> changesOf(const std::vector<Point>& points);
/// Of the measures that are known of any.
std::vector<Course> coursesOf(const Series& series);

}  // namespace etscope::history

// A measure over exports, and verdicts in one strip.
#include <algorithm>
#include <cmath>

#include "report/html/charts.h"
#include "report/html/html_text.h"

namespace etscope::report::html {
namespace {

class CoursePicture {
public:
    CoursePicture(const std::vector<CoursePoint>& points, const std::vector<std::vector<std::optional<double>>>& limits)
        : m_points(points), m_limits(limits) {
        for (const CoursePoint& point : points) include(point.value);
        for (const auto& line : limits)
            for (const auto& limit : line) include(limit);
        if (m_low > m_high) m_low = 0, m_high = 1;
        if (m_low == m_high) m_low -= std::fabs(m_low) * 0.1 + 1e-12, m_high += std::fabs(m_high) * 0.1 + 1e-12;
    }

    std::string draw(const std::vector<std::size_t>& steps, std::string_view name) {
        for (const double value : {m_low, m_high}) {
            m_canvas.line({kLeft, yOf(value)}, {kWidth - kRight, yOf(value)}, "grid");
            m_canvas.text({kLeft - 6, yOf(value) + 4}, floatText(value), "", Anchor::End);
        }
        m_canvas.line({kLeft, kBase}, {kWidth - kRight, kBase}, "axis");
        m_canvas.text({kLeft, kBase + 16}, fitting(m_points.front().name, kNameWidth), "");
        if (m_points.size() > 1)
            m_canvas.text({kWidth - kRight, kBase + 16}, fitting(m_points.back().name, kNameWidth), "", Anchor::End);
        for (const auto& line : m_limits)
            drawLine("tolerance", [&](std::size_t i) { return i < line.size() ? line[i] : std::nullopt; });
        drawLine("curve", [&](std::size_t i) { return m_points[i].value; });
        for (const std::size_t step : steps) m_canvas.line({xOf(step), kTop - 10}, {xOf(step), kBase}, "flag");
        for (std::size_t i = 0; i < m_points.size(); ++i) drawPoint(i);
        return std::move(m_canvas).html(name);
    }

private:
    static constexpr double kWidth = 520, kHeight = 150, kLeft = 66, kRight = 10, kTop = 20, kBase = 122, kNameWidth = 210;

    void include(const std::optional<double>& value) {
        if (value && std::isfinite(*value)) m_low = std::min(m_low, *value), m_high = std::max(m_high, *value);
    }
    double xOf(std::size_t index) const {
        const double span = std::max<double>(1, static_cast<double>(m_points.size()) - 1);
        return kLeft + 6 + static_cast<double>(index) / span * (kWidth - kLeft - kRight - 12);
    }
    /// What is not finite stands above all numbers.
    double yOf(double value) const {
        if (!std::isfinite(value)) return kTop - 10;
        return kBase - 8 - (value - m_low) / (m_high - m_low) * (kBase - 8 - kTop);
    }

    /// With a gap where nothing is known.
    template <class ValueAt>
    void drawLine(std::string_view kind, const ValueAt& valueAt) {
        std::string data;
        bool open = false;
        for (std::size_t i = 0; i < m_points.size(); ++i) {
            const std::optional<double> value = valueAt(i);
            if (value) data += (open ? "L" : "M") + fixed(xOf(i)) + " " + fixed(yOf(*value));
            open = value.has_value();
        }
        if (!data.empty()) m_canvas.path(data, kind);
    }

    void drawPoint(std::size_t i) {
        const CoursePoint& point = m_points[i];
        if (point.value)
            m_canvas.circle({xOf(i), yOf(*point.value)}, point.bad ? 3.6 : 2.6, point.bad ? "dot-bad" : "dot", point.tip);
        else
            m_canvas.line({xOf(i), kBase}, {xOf(i), kBase + 4}, "axis");
    }

    const std::vector<CoursePoint>& m_points;
    const std::vector<std::vector<std::optional<double>>>& m_limits;
    double m_low = 1e308, m_high = -1e308;
    SvgCanvas m_canvas{kWidth, kHeight, "chart"};
};

}  // namespace

std::string coursePicture(const std::vector<CoursePoint>& points, const std::vector<std::vector<std::optional<double>>>& limits,
                          const std::vector<std::size_t>& steps, std::string_view name) {
    return points.empty() ? std::string() : CoursePicture(points, limits).draw(steps, name);
}

std::string stripPicture(const std::vector<StripPart>& parts, std::string_view name) {
    constexpr double kWidth = 1080, kHeight = 16;
    SvgCanvas canvas(kWidth, kHeight, "chart wide");
    const double width = kWidth / static_cast<double>(std::max<std::size_t>(1, parts.size()));
    for (std::size_t i = 0; i < parts.size(); ++i)
        canvas.rect({static_cast<double>(i) * width, 0, std::max(width * 0.5, width - 2), kHeight}, parts[i].kind, parts[i].tip);
    return std::move(canvas).html(name);
}

}  // namespace etscope::report::html

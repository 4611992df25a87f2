// The numeric gap as a picture: one point a call, what calls did themselves as diamonds of their own.
#include <algorithm>
#include <cmath>

#include "report/html/charts.h"
#include "report/html/html_text.h"

namespace etscope::report::html {
namespace {

constexpr double kWidth = 1120, kHeight = 290, kLeft = 58, kRight = 12, kTop = 40, kBottom = 34;
constexpr double kBaseLine = kHeight - kBottom;
constexpr int kLeastDecade = -9, kUsualDecade = -6, kMostDecade = 6;
/// Where errors stand that are not finite: above the axis.
constexpr double kEndless = kTop - 14;
/// Beyond that, each column of that many has its worst point only.
constexpr std::size_t kMostPoints = 1600;

class GapPicture {
public:
    GapPicture(const std::vector<GapPoint>& points, double tolerance) : m_points(points), m_tolerance(tolerance) { findRange(); }

    std::string draw(std::optional<std::size_t> flagged, std::string_view flagText, std::string_view name) {
        drawBand();
        drawAxes();
        drawTolerance();
        const auto shown = shownPoints();
        drawCurve(shown);
        for (const std::size_t i : shown) drawPoint(m_points[i]);
        if (flagged) drawFlag(m_points[*flagged], flagText);
        return std::move(m_canvas).html(name);
    }

private:
    void findRange() {
        double least = m_tolerance, most = m_tolerance;
        for (const GapPoint& point : m_points) {
            for (const double value : {point.error, point.own.value_or(0)})
                if (std::isfinite(value) && value > 0) least = std::min(least, value), most = std::max(most, value);
            m_first = std::min(m_first, static_cast<double>(point.instruction));
            m_last = std::max(m_last, static_cast<double>(point.instruction));
        }
        m_low = std::clamp(static_cast<int>(std::floor(std::log10(least))), kLeastDecade, kUsualDecade);
        m_high = std::clamp(static_cast<int>(std::ceil(std::log10(most))), 0, kMostDecade);
    }

    double xOf(double instruction) const {
        const double span = std::max(1.0, m_last - m_first);
        return kLeft + 6 + (instruction - m_first) / span * (kWidth - kLeft - kRight - 12);
    }
    /// Zeros stand on the base line; what is not finite at the top.
    double yOf(double error) const {
        if (!std::isfinite(error)) return kEndless;
        if (error <= 0) return kBaseLine;
        const double share = (std::log10(error) - m_low) / (m_high - m_low);
        return kBaseLine - std::clamp(share, 0.0, 1.0) * (kBaseLine - kTop);
    }

    void drawBand() {
        std::string data;
        for (const GapPoint& point : m_points)
            if (point.normal)
                data += (data.empty() ? "M" : "L") + fixed(xOf(static_cast<double>(point.instruction))) + " " +
                        fixed(yOf(*point.normal));
        if (data.empty()) return;
        const auto first = std::ranges::find_if(m_points, [](const GapPoint& p) { return p.normal.has_value(); });
        const auto last = std::find_if(m_points.rbegin(), m_points.rend(), [](const GapPoint& p) { return p.normal.has_value(); });
        data += "L" + fixed(xOf(static_cast<double>(last->instruction))) + " " + fixed(kBaseLine) + "L" +
                fixed(xOf(static_cast<double>(first->instruction))) + " " + fixed(kBaseLine) + "z";
        if (m_points.size() <= kMostPoints) m_canvas.path(data, "band", "What rounding alone may have led to");
    }

    void drawAxes() {
        const int step = std::max(1, (m_high - m_low) / 6);
        for (int decade = m_low; decade <= m_high; decade += step) {
            const double y = yOf(std::pow(10.0, decade));
            m_canvas.line({kLeft, y}, {kWidth - kRight, y}, "grid");
            const std::string power =
                decade == 0 ? "1" : "1e" + std::string(decade < 0 ? "\u2212" : "") + std::to_string(std::abs(decade));
            m_canvas.text({kLeft - 6, y + 4}, power, "", Anchor::End);
        }
        m_canvas.line({kLeft, kBaseLine}, {kWidth - kRight, kBaseLine}, "axis");
        if (std::ranges::any_of(m_points, [](const GapPoint& point) { return !std::isfinite(point.error); }))
            m_canvas.text({kLeft - 6, kEndless + 4}, "∞", "", Anchor::End);
        m_canvas.text({kLeft, kTop - 22}, "relative error of the value", "");
        m_canvas.text({kLeft + 6, kBaseLine + 15}, countText(static_cast<std::uint64_t>(std::max(0.0, m_first))), "");
        if (m_last > m_first)
            m_canvas.text({kWidth - kRight - 6, kBaseLine + 15}, countText(static_cast<std::uint64_t>(m_last)), "", Anchor::End);
        m_canvas.text({(kLeft + kWidth - kRight) / 2, kBaseLine + 28}, "instruction", "", Anchor::Middle);
    }

    void drawTolerance() {
        const double y = yOf(m_tolerance);
        m_canvas.line({kLeft, y}, {kWidth - kRight, y}, "tolerance");
        m_canvas.text({kWidth - kRight, y - 4}, "tolerance " + floatText(m_tolerance), "", Anchor::End);
    }

    /// All of them, or the worst of each column; what is at fault is always there.
    std::vector<std::size_t> shownPoints() const {
        std::vector<std::size_t> shown;
        const std::size_t stride = m_points.size() / kMostPoints + 1;
        for (std::size_t start = 0; start < m_points.size(); start += stride) {
            const std::size_t end = std::min(start + stride, m_points.size());
            std::size_t worst = start;
            for (std::size_t i = start; i < end; ++i) {
                if (!(m_points[i].error <= m_points[worst].error)) worst = i;
                if (m_points[i].own && stride > 1) shown.push_back(i);
            }
            if (shown.empty() || shown.back() != worst) shown.push_back(worst);
        }
        return shown;
    }

    void drawCurve(const std::vector<std::size_t>& shown) {
        std::string data;
        for (const std::size_t i : shown)
            data += (data.empty() ? "M" : "L") + fixed(xOf(static_cast<double>(m_points[i].instruction))) + " " +
                    fixed(yOf(m_points[i].error));
        m_canvas.path(data, "curve");
    }

    void drawPoint(const GapPoint& point) {
        const double x = xOf(static_cast<double>(point.instruction)), y = yOf(point.error);
        m_canvas.circle({x, y}, point.diverges ? 3.4 : 2.2, point.diverges ? "dot-bad" : "dot", point.tip);
        if (!point.own) return;
        const double own = yOf(*point.own);
        m_canvas.line({x, kBaseLine}, {x, own}, "stem");
        if (point.constant)
            m_canvas.rect({x - 4.5, own - 4.5, 9, 9}, "own-constant", point.tip);
        else
            m_canvas.path("M" + fixed(x) + " " + fixed(own - 6) + "l6 6-6 6-6-6z", "own", point.tip);
    }

    /// On the side where there is room for its text.
    void drawFlag(const GapPoint& point, std::string_view text) {
        const double x = xOf(static_cast<double>(point.instruction));
        const bool left = x > kWidth * 0.6;
        m_canvas.line({x, kTop - 24}, {x, kBaseLine}, "flag");
        m_canvas.text({left ? x - 6 : x + 6, kTop - 14}, fitting(text, (left ? x - kLeft : kWidth - x) - 12), "flagtext",
                      left ? Anchor::End : Anchor::Start);
    }

    const std::vector<GapPoint>& m_points;
    double m_tolerance;
    double m_first = 1e18, m_last = 0;
    int m_low = -8, m_high = 0;
    SvgCanvas m_canvas{kWidth, kHeight, "chart wide"};
};

}  // namespace

std::string gapPicture(const std::vector<GapPoint>& points, double tolerance, std::optional<std::size_t> flagged,
                       std::string_view flagText, std::string_view name) {
    return GapPicture(points, tolerance).draw(flagged, flagText, name);
}

}  // namespace etscope::report::html

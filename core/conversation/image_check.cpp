#include "conversation/image_check.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/escaped.h"
#include "base/number_text.h"
#include "tensor/picture.h"

namespace etscope::conversation {
namespace {

/// Levels that rounding to 8 bits and other libraries' resizing make of a difference.
constexpr double kUsualMean = 0.75, kUsualMost = 3.0;
constexpr std::size_t kMostPictures = 64;

struct Distance {
    double mean = 0, most = 0;
    bool near() const noexcept { return mean <= kUsualMean && most <= kUsualMost; }
};

/// Values of an input as levels of 0 … 255 by row, column, colour.
struct Values {
    tensor::PictureAxes axes;
    std::vector<double> raw;

    double at(std::size_t row, std::size_t column, std::size_t colour) const {
        const auto rows = static_cast<std::size_t>(axes.rows), columns = static_cast<std::size_t>(axes.columns);
        const bool first = !axes.channel || *axes.channel < axes.row;
        return first ? raw[(colour * rows + row) * columns + column] : raw[(row * columns + column) * 3 + colour];
    }
    /// As if height, width and colours stood in the order that the axes do not say.
    double swapped(std::size_t row, std::size_t column, std::size_t colour) const {
        const auto rows = static_cast<std::size_t>(axes.rows), columns = static_cast<std::size_t>(axes.columns);
        const bool first = !axes.channel || *axes.channel < axes.row;
        return first ? raw[(row * columns + column) * 3 + colour] : raw[(colour * rows + row) * columns + column];
    }
};

using Element = std::function<double(std::size_t row, std::size_t column, std::size_t colour)>;

Distance distance(const Pixels& wanted, const Element& given) {
    Distance found;
    for (std::size_t r = 0; r < wanted.rows; ++r)
        for (std::size_t c = 0; c < wanted.columns; ++c)
            for (std::size_t k = 0; k < 3; ++k) {
                const double off = std::fabs(wanted.at(r, c, k) - given(r, c, k));
                found.mean += std::isfinite(off) ? off : 1e9;
                found.most = std::max(found.most, std::isfinite(off) ? off : 1e9);
            }
    found.mean /= static_cast<double>(std::max<std::size_t>(1, wanted.levels.size()));
    return found;
}

/// What makes levels of a value, by colour.
struct Undo {
    std::array<double, 3> scale{}, shift{};
    double operator()(double value, std::size_t colour) const { return value * scale[colour] + shift[colour]; }
};

Undo undoOf(const Processor& processor) {
    Undo undo;
    for (std::size_t c = 0; c < 3; ++c) {
        const double factor = processor.rescales ? processor.factor : 1;
        undo.scale[c] = (processor.normalises ? processor.deviation[c] : 1) / factor;
        undo.shift[c] = (processor.normalises ? processor.mean[c] : 0) / factor;
    }
    return undo;
}

/// Another way than the processor's, and how people call it.
struct Other {
    const char* kind;
    const char* words;
    Pixels wanted;
    Element given;
};

/// Values are levels by another line for each colour, within the rounding of a level.
bool isStraight(const Pixels& wanted, const Values& values) {
    double worst = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        double n = 0, x = 0, y = 0, xx = 0, xy = 0;
        const auto each = [&](auto&& visit) {
            for (std::size_t r = 0; r < wanted.rows; ++r)
                for (std::size_t c = 0; c < wanted.columns; ++c) visit(values.at(r, c, k), wanted.at(r, c, k));
        };
        each([&](double a, double b) { n += 1, x += a, y += b, xx += a * a, xy += a * b; });
        const double spread = n * xx - x * x;
        if (!(spread > 0)) return false;
        const double slope = (n * xy - x * y) / spread, base = (y - slope * x) / n;
        if (!(slope > 0)) return false;
        each([&](double a, double b) { worst = std::max(worst, std::fabs(slope * a + base - b)); });
    }
    return worst <= kUsualMost;
}

/// One picture's values, and what they may be instead.
class Look {
public:
    Look(const Processor& processor, const Pixels& source, const Values& values)
        : m_processor(processor),
          m_source(source),
          m_values(values),
          m_undo(undoOf(processor)),
          m_rows(static_cast<std::size_t>(values.axes.rows)),
          m_columns(static_cast<std::size_t>(values.axes.columns)),
          m_wanted(prepared(processor, source, m_rows, m_columns)) {}

    bool fits() const noexcept { return m_wanted.rows == m_rows && m_wanted.columns == m_columns; }
    const Pixels& wanted() const& noexcept { return m_wanted; }
    const Pixels& wanted() const&& = delete;
    Element given() const {
        return [this](auto r, auto c, auto k) { return m_undo(m_values.at(r, c, k), k); };
    }
    Distance off() const { return distance(m_wanted, given()); }
    bool isOf(const Pixels& other) const {
        if (!isComputable(m_processor, other, m_rows, m_columns)) return false;
        const Pixels made = prepared(m_processor, other, m_rows, m_columns);
        return made.rows == m_rows && made.columns == m_columns && distance(made, given()).near();
    }

    std::vector<Other> ways() const {
        std::vector<Other> ways;
        addOrders(ways);
        addSizes(ways);
        return ways;
    }
    std::optional<std::string> normalisation() const {
        std::vector<tensor::Normalisation> all(tensor::knownNormalisations().begin(), tensor::knownNormalisations().end());
        all.push_back({"nothing at all", {0, 0, 0}, {1, 1, 1}});
        all.push_back({"levels of 255", {0, 0, 0}, {1.0 / 255, 1.0 / 255, 1.0 / 255}});
        for (const tensor::Normalisation& one : all) {
            const Element otherwise = [&](auto r, auto c, auto k) {
                return (m_values.at(r, c, k) * one.std[k] + one.mean[k]) * 255;
            };
            if (distance(m_wanted, otherwise).near()) return one.name;
        }
        return isStraight(m_wanted, m_values) ? std::optional<std::string>("another model") : std::nullopt;
    }

private:
    void addOrders(std::vector<Other>& ways) const {
        const char* colours = Sentence::phrase("its colours are in the order blue, green, red");
        const char* axes = Sentence::phrase("its values are in another order of height, width and colours than its shape says");
        // Exchanged before they were normalised, or behind that.
        ways.push_back(
            {"image_bgr", colours, m_wanted, [this](auto r, auto c, auto k) { return m_undo(m_values.at(r, c, 2 - k), 2 - k); }});
        ways.push_back(
            {"image_bgr", colours, m_wanted, [this](auto r, auto c, auto k) { return m_undo(m_values.at(r, c, 2 - k), k); }});
        ways.push_back(
            {"image_hwc", axes, m_wanted, [this](auto r, auto c, auto k) { return m_undo(m_values.swapped(r, c, k), k); }});
        ways.push_back({"image_hwc", axes, m_wanted, [this](auto r, auto c, auto k) {
                            const std::size_t plane = ((r * m_columns + c) * 3 + k) / (m_rows * m_columns);
                            return m_undo(m_values.swapped(r, c, k), plane);
                        }});
        ways.push_back({"image_flipped", Sentence::phrase("it is upside down"), m_wanted,
                        [this](auto r, auto c, auto k) { return m_undo(m_values.at(m_rows - 1 - r, c, k), k); }});
        if (m_rows == m_columns)
            ways.push_back({"image_transposed", Sentence::phrase("its rows and columns are exchanged"), m_wanted,
                            [this](auto r, auto c, auto k) { return m_undo(m_values.at(c, r, k), k); }});
    }
    void addSizes(std::vector<Other>& ways) const {
        const auto sized = [&](Resampling how, bool antialias) {
            return resized(m_source, m_rows, m_columns, how, antialias, true);
        };
        const auto add = [&](const char* kind, const char* words, Pixels pixels) {
            ways.push_back({kind, words, std::move(pixels), given()});
        };
        add("image_nearest", Sentence::phrase("it is resized by nearest neighbour"), sized(Resampling::Nearest, true));
        add("image_resampling", Sentence::phrase("it is resized bilinearly without antialias"), sized(Resampling::Bilinear, false));
        add("image_resampling", Sentence::phrase("it is resized bilinearly with antialias"), sized(Resampling::Bilinear, true));
        add("image_resampling", Sentence::phrase("it is resized bicubically"), sized(Resampling::Bicubic, true));
        add("image_resampling", Sentence::phrase("it is resized by Lanczos' filter"), sized(Resampling::Lanczos, true));
        const std::size_t side = std::min(m_source.rows, m_source.columns);
        const Pixels middle = cutOut(m_source, (m_source.rows - side) / 2, (m_source.columns - side) / 2, side, side);
        add("image_crop", Sentence::phrase("its middle is cut out and resized"),
            resized(middle, m_rows, m_columns, m_processor.resampling, m_processor.antialias, true));
        if (m_source.rows >= m_rows && m_source.columns >= m_columns)
            add("image_crop", Sentence::phrase("its middle is cut out"),
                cutOut(m_source, (m_source.rows - m_rows) / 2, (m_source.columns - m_columns) / 2, m_rows, m_columns));
        add("image_crop", Sentence::phrase("it is resized whole where the processor cuts"),
            sized(m_processor.resampling, m_processor.antialias));
    }

    const Processor& m_processor;
    const Pixels& m_source;
    const Values& m_values;
    Undo m_undo;
    std::size_t m_rows, m_columns;
    Pixels m_wanted;
};

}  // namespace

const Pixels* ImageCheck::picture(const std::string& file, Sentence& why) {
    auto known = m_pictures.find(file);
    if (known == m_pictures.end()) {
        const auto path = traces::pathInFolder(m_opened.values->folder(), file);
        const auto source = path ? Source::open(*path) : Result<std::shared_ptr<const Source>>(path.failure());
        known = m_pictures.emplace(file, source ? readPicture(ByteRange::whole(*source)) : Result<Pixels>(source.failure())).first;
        if (known->second) m_pixels += known->second->rows * known->second->columns;
    }
    if (known->second) return &*known->second;
    why = Sentence::of("the picture %1 cannot be read: %2", escaped(file), known->second.error().message);
    return nullptr;
}

/// What was done instead of what the processor says.
void ImageCheck::name(const void* looked, const std::string& file, const std::vector<std::string>& others, Finding& finding) {
    const Look& look = *static_cast<const Look*>(looked);
    for (const Other& way : look.ways())
        if (distance(way.wanted, way.given).near()) {
            finding.kind = way.kind;
            finding.sentence =
                Sentence::of("the pixel values of %1 are not the processor's: %2", escaped(file), Sentence::of(way.words));
            return;
        }
    Sentence ignored;
    for (const std::string& other : others) {
        if (m_pixels > kMostPixels || m_job.cancelled()) break;
        const Pixels* instead = other == file ? nullptr : picture(other, ignored);
        if (instead == nullptr || !look.isOf(*instead)) continue;
        finding.kind = "image_other";
        finding.sentence = Sentence::of("the pixel values are those of %1, not of %2", escaped(other), escaped(file));
        return;
    }
    if (const auto normalisation = look.normalisation()) {
        finding.kind = "image_norm";
        finding.sentence = Sentence::of("the pixel values of %1 are normalised otherwise than the processor says: as those of %2",
                                        escaped(file), *normalisation);
        return;
    }
    finding.kind = "image_values";
    const Distance off = look.off();
    finding.sentence =
        Sentence::of("the pixel values of %1 are not the processor's: off by %2 levels of 255 in the mean, by %3 at most",
                     escaped(file), printed("%.3g", off.mean), printed("%.3g", off.most));
}

void ImageCheck::call(const CallStep& step, std::size_t input, const std::string& file, const std::vector<std::string>& others) {
    const auto open = [&](Sentence why) { m_findings.open(Check::Image, std::move(why)); };
    const CallValue& value = step.inputs[input];
    if (m_pictures.size() >= kMostPictures || m_pixels > kMostPixels) m_pictures.clear(), m_pixels = 0;
    Sentence why;
    if (file.empty()) return open(Sentence::of("nothing tells which picture a call was given"));
    if (!m_opened.processor) return open(m_opened.noProcessor);
    if (!value.hasElements()) return open(Sentence::of("the trace has only the hashes of the pixel values"));
    const Pixels* source = picture(file, why);
    if (source == nullptr) return open(why);
    const auto axes = tensor::pictureAxes(*value.tensor());
    if (!axes || axes->channels != 3 || axes->items != 1)
        return open(Sentence::of("the pixel values are not one picture of three colours"));
    const Values values{*axes, value.doubles()};
    if (values.raw.size() != static_cast<std::size_t>(axes->rows * axes->columns * 3))
        return open(Sentence::of("the pixel values cannot be read"));
    m_findings.looked(Check::Image);
    Finding finding{Check::Image, {}, {}, {}, Evidence::Bytes};
    finding.place.line = step.line->number;
    finding.place.call = step.call->index;
    finding.place.method = step.call->method;
    finding.place.input = input;
    const Processor& processor = *m_opened.processor;
    const auto rows = processor.crops ? processor.cropRows : processor.rows;
    const auto columns = processor.crops ? processor.cropColumns : processor.columns;
    const auto is = [](const std::optional<std::size_t>& wanted, std::int64_t size) {
        return !wanted || *wanted == static_cast<std::size_t>(size);
    };
    if (!is(rows, axes->rows) || !is(columns, axes->columns)) {
        finding.kind = "image_size";
        finding.sentence = Sentence::of("the pixel values have %1 rows and %2 columns, the processor makes %3 and %4", axes->rows,
                                        axes->columns, rows.value_or(0), columns.value_or(0));
        return m_findings.add(std::move(finding));
    }
    if (!isComputable(processor, *source, static_cast<std::size_t>(axes->rows), static_cast<std::size_t>(axes->columns)))
        return open(Sentence::of("the picture, or what is made of it, is too large to be computed here"));
    const Look look(processor, *source, values);
    if (!look.fits()) return open(Sentence::of("the picture is of another size than the pixel values, and is not resized"));
    if (look.off().near() || m_job.cancelled()) return;
    name(&look, file, others, finding);
    m_findings.add(std::move(finding));
}

}  // namespace etscope::conversation

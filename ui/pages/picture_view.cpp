#include "pages/picture_view.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <algorithm>
#include <array>

#include "compare/run_cases.h"
#include "compare/tensor_list.h"
#include "inventory/picture_inputs.h"
#include "look/labelled_combo.h"
#include "look/language.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "models/address.h"
#include "tensor/format.h"

namespace etscope::ui {
namespace {

constexpr int kMostChoices = 512;  ///< of pictures and channels

/// How values become pixels: by what is known, by a name, between the least and the largest, as typed.
struct MappingChoice {
    const char* title;
    const char* name;  ///< of tensor::knownNormalisations(); "" for the others
};
constexpr std::array kMappings{MappingChoice{QT_TRANSLATE_NOOP("etscope::ui::PictureView", "as it looks"), ""},
                               MappingChoice{QT_TRANSLATE_NOOP("etscope::ui::PictureView", "0 … 1"), "unit"},
                               MappingChoice{QT_TRANSLATE_NOOP("etscope::ui::PictureView", "0 … 255"), "byte"},
                               MappingChoice{QT_TRANSLATE_NOOP("etscope::ui::PictureView", "SigLIP, SmolVLM"), "siglip"},
                               MappingChoice{QT_TRANSLATE_NOOP("etscope::ui::PictureView", "CLIP"), "clip"},
                               MappingChoice{QT_TRANSLATE_NOOP("etscope::ui::PictureView", "ImageNet"), "imagenet"},
                               MappingChoice{QT_TRANSLATE_NOOP("etscope::ui::PictureView", "min … max"), ""},
                               MappingChoice{QT_TRANSLATE_NOOP("etscope::ui::PictureView", "typed"), ""}};
constexpr int kAsItLooks = 0, kRange = 6, kTyped = 7;

Result<tensor::PictureMapping> mappingOf(const session::Session& session, const tensor::PicturePlanes& planes, ScalarType type,
                                         int choice, const QString& typed) {
    if (choice == kRange) return tensor::rangeMapping(planes);
    if (choice == kAsItLooks) {
        const bool colours = planes.axes.colour() && type != ScalarType::U8;
        return tensor::pictureMapping(planes, type, colours ? inventory::pictureNormalisation(session) : std::nullopt);
    }
    const auto told = tensor::parseNormalisation(choice == kTyped ? typed.toStdString()
                                                                  : std::string(kMappings[static_cast<std::size_t>(choice)].name));
    if (!told) return told.failure();
    return tensor::pictureMapping(planes, type, *told);
}

constexpr int kImageStripSide = 128, kChecks = 250;
constexpr int kImageStripMark = 12;

using Checks = std::vector<std::pair<Mark, QString>>;

QString valuesText(const tensor::Statistics& values) {
    return ImageStrip::tr("Values %1 … %2, mean %3").arg(floatText(values.min), floatText(values.max), floatText(values.mean));
}

/// Values that a picture can have, the same input in other files, and why it is of this case.
Checks checksOf(const session::Session& session, const inventory::PictureInput& input, const inventory::PictureChecks& found) {
    Checks checks;
    const tensor::Statistics& values = found.values;
    if (values.finite < values.count)
        checks.emplace_back(Mark::Warning,
                            ImageStrip::tr("%n value(s) are no finite numbers", nullptr, counted(values.count - values.finite)));
    else if (values.min == values.max)
        checks.emplace_back(Mark::Warning, ImageStrip::tr("All values are %1").arg(floatText(values.min)));
    else
        checks.emplace_back(Mark::Match, valuesText(values));
    const QStringList files = namesOfFiles(session);
    for (const unsigned file : found.equal)
        checks.emplace_back(Mark::Match, ImageStrip::tr("Equal to the one in %1").arg(files.value(file)));
    for (const unsigned file : found.different)
        checks.emplace_back(Mark::Differ, ImageStrip::tr("Another one in %1").arg(files.value(file)));
    if (input.row.role == inventory::TensorRole::ExampleInput)
        checks.emplace_back(Mark::Ambiguous, ImageStrip::tr("example input from the export, not from this case"));
    else if (input.ofOtherMethod)
        checks.emplace_back(Mark::Ambiguous, ImageStrip::tr("This prompt’s: inferred from the order of runs and cases"));
    else
        checks.emplace_back(Mark::Match, ImageStrip::tr("An input of this very case"));
    return checks;
}

}  // namespace

PictureView::PictureView(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace) {
    setObjectName(QStringLiteral("pictureView"));
    auto* column = makeColumn(this, {0, 4, 0, 0}, 4);
    auto* bar = makeRow(nullptr, {8, 0, 8, 0});
    m_item = addCombo(bar, tr("Picture"), "pictureItem", 130, this);
    m_channel = addCombo(bar, tr("Shows"), "pictureChannel", 190, this);
    m_mapping = addCombo(bar, tr("Pixels"), "pictureMapping", 200, this);
    for (const MappingChoice& one : kMappings) m_mapping->addItem(tr(one.title));
    for (const QComboBox* choice : {m_item, m_channel, m_mapping})
        connect(choice, &QComboBox::currentIndexChanged, this, &PictureView::compute);
    m_typed = named("pictureTyped", new QLineEdit(QStringLiteral("0.5/0.5"), this));
    m_typed->setAccessibleName(tr("Mean and standard deviation"));
    m_typed->setToolTip(tr("MEAN/STD of the processor, one number or three each: 0.485,0.456,0.406/0.229,0.224,0.225"));
    m_typed->setMaximumWidth(px(240));
    bar->addWidget(m_typed);
    bar->addStretch();
    column->addLayout(bar);
    column->addWidget(m_note = plainLabel({}, this, &Tokens::text2));
    m_note->setObjectName(QStringLiteral("pictureNote"));
    m_note->setWordWrap(true);
    m_note->setContentsMargins(8, 2, 8, 0);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_plot = new PicturePlot(this), 1);
    connect(m_typed, &QLineEdit::editingFinished, this, &PictureView::compute);
    setFocusProxy(m_plot);
    clear();
}

void PictureView::setTensor(const tensor::Tensor& tensor) { setShown({{tr("values"), tensor}}); }

void PictureView::setSides(const tensor::Tensor& reference, const tensor::Tensor& runtime) {
    setShown({{tr("reference"), reference}, {tr("runtime"), runtime}});
}

void PictureView::clear() { setShown({}); }

void PictureView::setShown(std::vector<Side> sides) {
    m_job.cancel();
    m_sides = std::move(sides);
    offerChoices();
    m_plot->setPictures({});
    m_plot->setNote(m_sides.empty() ? tr("nothing to draw") : QString());
    m_note->clear();
    compute();
}

/// Colours, or of a feature map its first channels together; and each alone.
void PictureView::offerChoices() {
    const QSignalBlocker quietItem(m_item), quietChannel(m_channel);
    std::optional<tensor::PictureAxes> axes;
    if (!m_sides.empty()) axes = tensor::pictureAxes(m_sides.front().tensor);
    m_item->clear();
    m_channel->clear();
    m_item->setVisible(axes && axes->items > 1);
    m_channel->setVisible(axes && axes->channels > 1);
    if (!axes) return;
    for (int i = 0; i < std::min<std::int64_t>(axes->items, kMostChoices); ++i)
        m_item->addItem(tr("%1 of %2").arg(i).arg(axes->items));
    if (axes->channels > 1)
        m_channel->addItem(axes->colour()
                               ? tr("colours")
                               : tr("first %n channel(s)", nullptr, static_cast<int>(std::min(axes->channels, tensor::kMostTiles))),
                           -1);
    const std::array names{tr("red"), tr("green"), tr("blue"), tr("opacity")};
    for (int c = 0; c < std::min<std::int64_t>(axes->channels, kMostChoices); ++c)
        m_channel->addItem(axes->colour() ? names[static_cast<std::size_t>(c)] : tr("channel %1").arg(c), c);
}

void PictureView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (std::exchange(m_stale, false)) compute();
}

/// What is hidden is read when it is shown.
void PictureView::compute() {
    m_typed->setVisible(m_mapping->currentIndex() == kTyped);
    m_stale = !isVisible();
    if (m_sides.empty() || m_stale || m_workspace.session() == nullptr) return;
    Choice choice{{}, m_mapping->currentIndex(), m_typed->text()};
    choice.request.item = std::max(0, m_item->currentIndex());
    if (const QVariant channel = m_channel->currentData(); channel.isValid() && channel.toInt() >= 0)
        choice.request.channel = channel.toInt();
    m_job.start(
        tr("Reading pixels"),
        [session = m_workspace.session(), sides = m_sides, choice](const JobContext& job) {
            return picturesOf(session, sides, choice, job);
        },
        [this](Result<Answer> answer) {
            m_plot->setNote(answer ? QString() : text(answer.error().message));
            m_plot->setPictures(answer ? std::move(answer->pictures) : std::vector<PicturePlot::Picture>());
            m_note->setText(answer ? answer->note : QString());
        });
}

/// Both sides by what the first looks like, and their difference.
Result<PictureView::Answer> PictureView::picturesOf(const SessionPtr& session, const std::vector<Side>& sides, const Choice& choice,
                                                    const JobContext& job) {
    Answer answer;
    std::optional<tensor::PictureMapping> mapping;
    std::uint64_t odd = 0, clipped = 0;
    bool reduced = false;
    const auto add = [&](const QString& title, const tensor::PicturePlanes& planes, const tensor::PictureMapping& by, bool heat) {
        auto raster = std::make_shared<const tensor::Raster>(tensor::raster(planes, by));
        clipped += heat ? 0 : raster->clipped;
        reduced = reduced || planes.reduced;
        answer.pictures.push_back({title, text(by.formula()), std::move(raster), heat, by.min, by.max});
    };
    for (const Side& side : sides) {
        const auto planes = tensor::picturePlanes(side.tensor, choice.request, job);
        if (!planes) return planes.failure();
        if (!mapping) {
            const auto found = mappingOf(*session, *planes, side.tensor.type, choice.mapping, choice.typed);
            if (!found) return found.failure();
            mapping = *found;
        }
        odd += planes->notFinite;
        add(side.title, *planes, *mapping, planes->axes.featureMap());
    }
    if (sides.size() == 2) {
        const auto difference = tensor::differencePlanes(sides[0].tensor, sides[1].tensor, choice.request, job);
        if (!difference) return difference.failure();
        tensor::PictureMapping from0 = tensor::rangeMapping(*difference);
        from0.min = 0;
        add(tr("difference"), *difference, from0, true);
    }
    QStringList notes{tr("shown as %1: %2").arg(text(mapping->formula()), text(mapping->evidence))};
    if (odd > 0) notes.append(tr("%n pixel(s) hold NaN or an infinity", nullptr, counted(odd)));
    if (clipped > 0) notes.append(tr("%n level(s) beyond black or white", nullptr, counted(clipped)));
    if (reduced) notes.append(tr("reduced, a pixel is the mean of several elements"));
    answer.note = notes.join(QStringLiteral(" · "));
    return answer;
}

ImageStrip::ImageStrip(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace) {
    setObjectName(QStringLiteral("imageStrip"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    auto* row = makeRow(this, {10, 4, 8, 4});
    m_words = new QLabel(this);
    m_words->setTextFormat(Qt::RichText);
    m_words->setWordWrap(true);
    m_words->setAlignment(Qt::AlignTop);
    m_words->setFixedWidth(px(230));
    m_words->setTextInteractionFlags(Qt::TextBrowserInteraction);
    row->addWidget(m_words, 0, Qt::AlignTop);
    m_plot = named("promptImages", new PicturePlot(this));
    m_plot->setAccessibleName(tr("Image of this prompt"));
    m_plot->setMostSide(kImageStripSide);
    m_plot->setFixedHeight(m_plot->sizeHint().height());
    row->addWidget(m_plot, 1, Qt::AlignTop);
    m_checks = named("imageChecks", new QWidget(this));
    m_checks->setFixedWidth(px(kChecks));
    new QGridLayout(m_checks);
    row->addWidget(m_checks, 0, Qt::AlignTop);
    const auto open = [this] {
        if (!m_address.valid()) return;
        m_workspace.select(m_address);
        m_workspace.showPage(PageId::Values);
    };
    connect(m_plot, &PicturePlot::pictureClicked, this, open);
    connect(m_words, &QLabel::linkActivated, this, open);
    clear();
}

void ImageStrip::clear() {
    m_job.cancel();
    m_address = {};
    m_plot->setPictures({});
    m_words->clear();
    hide();
}

void ImageStrip::setOutput(const compare::OutputPair& pair) {
    clear();
    if (m_workspace.session() == nullptr) return;
    m_job.start(
        tr("Looking for pictures"),
        [session = m_workspace.session(), pair](const JobContext& job) { return read(session, pair, job); },
        [this](Result<Found> found) {
            if (found && found->address.valid()) showFound(*std::move(found));
        },
        Urgency::Filling);
}

void ImageStrip::showFound(Found found) {
    m_address = found.address;
    m_words->setText(
        QStringLiteral("<b>%1</b><br><a href='tensor'>%2</a><br><span style='color:%3'>%4</span>")
            .arg(tr("Image of this prompt"), html(found.name), tokens().text2.name(), html(found.about).replace('\n', "<br>")));
    m_plot->setPictures(std::move(found.pictures));
    showChecks(found.checks);
    m_words->setFixedHeight(m_words->heightForWidth(m_words->width()));
    setVisible(true);
}

void ImageStrip::showChecks(const Checks& checks) {
    auto* grid = static_cast<QGridLayout*>(m_checks->layout());
    emptyNow(grid);
    grid->setContentsMargins(10, 0, 0, 0);
    grid->setHorizontalSpacing(7);
    grid->setVerticalSpacing(3);
    grid->setColumnStretch(1, 1);
    QLabel* title = plainLabel(tr("Checks"), m_checks);
    title->setFont(headingFont());
    grid->addWidget(title, 0, 0, 1, 2);
    int row = 1;
    for (const auto& [mark, words] : checks) {
        QLabel* sign = makeMark(mark, px(kImageStripMark), m_checks);
        sign->setContentsMargins(0, (QFontMetrics(bodyFont()).height() - px(kImageStripMark)) / 2, 0, 0);
        grid->addWidget(sign, row, 0, Qt::AlignTop);
        auto* label = new TextLabel(words, Qt::PlainText, &Tokens::text, m_checks);
        label->setAlignment(Qt::AlignTop | Qt::AlignLeft);  // beside its mark
        grid->addWidget(label, row++, 1);
    }
}

namespace {

/// What the last run before this one was fed with that was fed with a picture: of a conversation the picture that is talked about.
Result<std::vector<inventory::PictureInput>> picturesBefore(const session::Session& session, std::int64_t run,
                                                            const std::vector<inventory::TensorRow>& rows, const JobContext& job) {
    const auto runs = compare::runs(session, job);
    if (!runs) return runs.failure();
    std::vector<inventory::PictureInput> found;
    for (const join::SessionRun& one : **runs) {
        if (static_cast<std::int64_t>(one.index) >= run || !one.attribution.method || !one.caseIndex) continue;
        auto pictures = inventory::pictureInputs(rows, *one.attribution.method, one.caseIndex);
        std::erase_if(pictures, [](const inventory::PictureInput& picture) {
            return picture.ofOtherMethod || picture.row.role == inventory::TensorRole::ExampleInput;
        });
        if (!pictures.empty()) found = std::move(pictures);
    }
    for (inventory::PictureInput& picture : found) picture.ofOtherMethod = true;
    return found;
}

}  // namespace

Result<ImageStrip::Found> ImageStrip::read(const SessionPtr& session, const compare::OutputPair& pair, const JobContext& job) {
    Found found;
    const auto list = compare::tensorList(*session, job);
    if (!list) return list.failure();
    auto inputs = inventory::pictureInputs(*(*list)->rows(), pair.method, pair.caseIndex);
    if (pair.runtime && pair.runtime->run && (inputs.empty() || inputs.front().ofOtherMethod)) {
        auto before = picturesBefore(*session, *pair.runtime->run, *(*list)->rows(), job);
        if (!before) return before.failure();
        inputs = *std::move(before);
    }
    if (inputs.empty()) return found;
    const inventory::PictureInput& input = inputs.front();
    tensor::PictureRequest request;
    request.maxSide = 2 * kImageStripSide;  // of screens with two pixels for one
    const auto planes = tensor::picturePlanes(input.row.tensor, request, job);
    if (!planes) return planes.failure();
    const bool bytes = input.row.tensor.type == ScalarType::U8;
    const auto mapping =
        tensor::pictureMapping(*planes, input.row.tensor.type, bytes ? std::nullopt : inventory::pictureNormalisation(*session));
    const auto add = [&](const QString& title, const tensor::PicturePlanes& of) {
        found.pictures.push_back(
            {title, text(mapping.formula()), std::make_shared<const tensor::Raster>(tensor::raster(of, mapping))});
    };
    add(tr("picture"), *planes);
    const std::array names{tr("red"), tr("green"), tr("blue")};
    for (std::size_t channel = 0; channel < names.size() && channel < planes->planes.size(); ++channel) {
        tensor::PicturePlanes one = *planes;
        one.planes = {planes->planes[channel]};
        one.channels = {planes->channels[channel]};
        add(names[channel], one);
    }
    const auto row = std::ranges::find_if(*(*list)->rows(), [&](const inventory::TensorRow& other) {
        return other.name == input.row.name && other.method == input.row.method && other.caseIndex == input.row.caseIndex &&
               other.role == input.row.role && other.index == input.row.index;
    });
    found.address = Address::of((*list)->entity(static_cast<std::size_t>(row - (*list)->rows()->begin())));
    found.name = text(input.row.name);
    QStringList about{
        text(tensor::typeAndShapeText(input.row.tensor.type, input.row.tensor.shape)),
        input.row.caseIndex ? tr("%1, case %2").arg(text(input.row.method)).arg(*input.row.caseIndex) : text(input.row.method),
        tr("shown as %1: %2").arg(text(mapping.formula()), text(mapping.evidence))};
    found.about = about.join(QLatin1Char('\n'));
    const auto checks = inventory::pictureChecks(*(*list)->rows(), input, job);
    if (!checks) return checks.failure();
    found.checks = checksOf(*session, input, *checks);
    return found;
}

}  // namespace etscope::ui

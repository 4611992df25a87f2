#include "pages/talk_view.h"

#include <QPainter>
#include <QResizeEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "conversation/picture_file.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "traces/trace.h"

namespace etscope::ui {
namespace {

constexpr int kWho = 84, kThumbnail = 118, kNarrowTalk = 420;
/// Tokens of one line view: each is a picture of its own, and what is out of sight has none.
constexpr std::size_t kTokensOfLine = 256;
/// Pictures that are read.
constexpr qsizetype kMostThumbnails = 24;

/// A block: a hairline below it, and what is the runner's own on another ground.
class TalkBlockFrame : public QWidget {
public:
    TalkBlockFrame(bool raised, QWidget* parent) : QWidget(parent), m_raised(raised) {}

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        if (m_raised) painter.fillRect(rect(), tokens().alternate);
        painter.fillRect(QRect(0, height() - 1, width(), 1), tokens().hairline);
    }

private:
    bool m_raised;
};

QImage scaledPicture(const conversation::Pixels& pixels, int side) {
    const int rows = static_cast<int>(pixels.rows), columns = static_cast<int>(pixels.columns);
    const double factor = std::min(1.0, static_cast<double>(side) / std::max(rows, columns));
    const int high = std::max(1, static_cast<int>(rows * factor)), wide = std::max(1, static_cast<int>(columns * factor));
    // The mean of what lies under each of its pixels.
    QImage image(wide, high, QImage::Format_RGB32);
    for (int y = 0; y < high; ++y)
        for (int x = 0; x < wide; ++x) {
            const int top = y * rows / high, bottom = std::max(top + 1, (y + 1) * rows / high);
            const int left = x * columns / wide, right = std::max(left + 1, (x + 1) * columns / wide);
            double sum[3] = {};
            for (int row = top; row < bottom; ++row)
                for (int column = left; column < right; ++column)
                    for (std::size_t colour = 0; colour < 3; ++colour)
                        sum[colour] += pixels.at(static_cast<std::size_t>(row), static_cast<std::size_t>(column), colour);
            const double count = static_cast<double>(bottom - top) * (right - left);
            const auto level = [&](int colour) { return static_cast<int>(std::clamp(sum[colour] / count + 0.5, 0.0, 255.0)); };
            image.setPixel(x, y, qRgb(level(0), level(1), level(2)));
        }
    return image;
}

}  // namespace

TalkThumbnails readThumbnails(const session::Session& session, const JobContext& job) {
    TalkThumbnails all;
    const session::SessionFile* file = traceFileOf(session);
    if (file == nullptr) return all;
    const std::string folder = traces::folderOf(file->path);
    for (const QString& name : picturesOf(session, kMostThumbnails)) {
        if (job.cancelled()) break;
        TalkThumbnail& one = all[name];
        const auto path = traces::pathInFolder(folder, name.toStdString());
        const auto source = path ? Source::open(*path) : Result<std::shared_ptr<const Source>>(path.failure());
        const auto pixels =
            source ? conversation::readPicture(ByteRange::whole(*source)) : Result<conversation::Pixels>(source.failure());
        if (!pixels) {
            one.why = text(pixels.error().message);
            continue;
        }
        one.size = QSize(static_cast<int>(pixels->columns), static_cast<int>(pixels->rows));
        if (pixels->rows > 0 && pixels->columns > 0) one.image = scaledPicture(*pixels, 2 * kThumbnail);
    }
    return all;
}

TalkView::TalkView(QWidget* parent) : QWidget(parent), m_content(new QWidget) {
    setObjectName(QStringLiteral("talk"));
    m_blocks = makeColumn(m_content, {}, 0);
    m_area = scrolling(m_content, this);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    makeColumn(this, {}, 0)->addWidget(m_area);
    m_content->installEventFilter(this);
    setAccessibleName(tr("The conversation"));
    setMinimumHeight(px(70));
}

/// A part of the page, as far as there is so much.
QSize TalkView::sizeHint() const {
    const int room = parentWidget() != nullptr ? parentWidget()->height() * 42 / 100 : px(300);
    return {px(420), std::min(maximumHeight(), std::max(minimumHeight(), room))};
}

void TalkView::clear() {
    m_lines.clear();
    m_chosen.reset();
    m_made.reset();
    emptyNow(m_blocks);
}

void TalkView::setTalk(const ConversationPtr& made, const std::vector<TalkBlock>& blocks, const TalkThumbnails& pictures) {
    clear();
    m_made = made;
    for (const TalkBlock& block : blocks) m_blocks->addWidget(makeBlock(block, pictures));
    m_blocks->addStretch();
}

/// Blocks are as high as they are only when they are shown, and then the token that is marked can be found, too.
bool TalkView::eventFilter(QObject* object, QEvent* event) {
    if (object == m_content && (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize))
        QMetaObject::invokeMethod(
            this, [this] { fit(), bringIntoView(); }, Qt::QueuedConnection);
    return QWidget::eventFilter(object, event);
}

/// No higher than all of it.
void TalkView::fit() {
    const int wide = m_area->viewport()->width();
    const int all = m_content->hasHeightForWidth() ? m_content->heightForWidth(wide) : m_content->sizeHint().height();
    setMaximumHeight(std::max(minimumHeight(), std::max(all, m_content->minimumSizeHint().height()) + px(2)));
    updateGeometry();
}

void TalkView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) fit();
}

QWidget* TalkView::makeBlock(const TalkBlock& block, const TalkThumbnails& pictures) {
    auto* frame = new TalkBlockFrame(block.kind == TalkBlock::Kind::Prompt, m_content);
    auto* row = makeRow(frame, {px(12), px(6), px(12), px(7)}, px(8));
    auto* left = makeColumn(nullptr, {}, 0);
    auto* who = new TextLabel(block.who, Qt::PlainText, &Tokens::text2, frame);
    auto* about = new TextLabel(block.about, Qt::PlainText, &Tokens::text3, frame);
    for (TextLabel* label : {who, about}) {
        label->setFixedWidth(px(kWho));
        left->addWidget(label);
    }
    about->setFont(smallFont());
    about->setVisible(!block.about.isEmpty());
    left->addStretch();
    row->addLayout(left);
    auto* column = makeColumn(nullptr, {}, px(3));
    row->addLayout(column, 1);
    switch (block.kind) {
        case TalkBlock::Kind::Message: addMessage(block, pictures, column, frame); break;
        case TalkBlock::Kind::Prompt: addPrompt(block, column, frame); break;
        case TalkBlock::Kind::Answer: addAnswer(block, column, frame); break;
        case TalkBlock::Kind::Note: column->addWidget(new TextLabel(block.text, Qt::PlainText, &Tokens::text2, frame)); break;
    }
    column->addStretch();
    return frame;
}

void TalkView::addMessage(const TalkBlock& block, const TalkThumbnails& pictures, QVBoxLayout* into, QWidget* in) {
    if (!block.text.isEmpty()) into->addWidget(new TextLabel(block.text, Qt::PlainText, &Tokens::text, in));
    for (const TalkPicture& picture : block.pictures) addPicture(picture, pictures, into, in);
    if (!block.said.isEmpty()) into->addWidget(new TextLabel(block.said, Qt::PlainText, &Tokens::text2, in));
}

void TalkView::addPicture(const TalkPicture& picture, const TalkThumbnails& pictures, QVBoxLayout* into, QWidget* in) {
    const TalkThumbnail known = pictures.value(picture.file);
    auto* row = makeRow(nullptr, {}, px(10));
    if (!known.image.isNull()) {
        auto* shown = named("talkPicture", new QLabel(in));
        const int side = px(width() < px(kNarrowTalk) ? kThumbnail / 2 : kThumbnail);
        // Small ones are made larger by whole pixels: their content is what matters.
        const bool small = std::max(known.size.width(), known.size.height()) * 2 <= side;
        QPixmap pixels = QPixmap::fromImage(known.image.scaled(QSize(side, side) * devicePixelRatioF(), Qt::KeepAspectRatio,
                                                               small ? Qt::FastTransformation : Qt::SmoothTransformation));
        pixels.setDevicePixelRatio(devicePixelRatioF());
        shown->setPixmap(pixels);
        shown->setAccessibleName(tr("picture %1").arg(picture.file));
        row->addWidget(shown, 0, Qt::AlignTop);
    }
    auto* words = makeColumn(nullptr, {}, px(1));
    auto* first = makeRow(nullptr, {}, px(5));
    first->addWidget(makeMark(picture.mark, px(14), in), 0, Qt::AlignTop);
    QString head = picture.file;
    if (known.size.isValid()) head += QStringLiteral(" %1 × %2").arg(known.size.width()).arg(known.size.height());
    first->addWidget(new TextLabel(head, Qt::PlainText, &Tokens::text, in), 1);
    words->addLayout(first);
    QStringList rest = picture.words;
    if (!known.why.isEmpty()) rest.prepend(tr("not shown: %1").arg(known.why));
    for (const QString& line : rest) {
        auto* label = new TextLabel(line, Qt::PlainText, &Tokens::text2, in);
        label->setFont(smallFont());
        words->addWidget(label);
    }
    words->addStretch();
    row->addLayout(words, 1);
    into->addLayout(row);
}

void TalkView::addPrompt(const TalkBlock& block, QVBoxLayout* into, QWidget* in) {
    if (!block.text.isEmpty()) {
        auto* label = new TextLabel(block.text, Qt::PlainText, &Tokens::text, in);
        label->setFont(codeFont());
        into->addWidget(label);
    }
    if (block.mark == Mark::None) return;
    auto* row = makeRow(nullptr, {}, px(5));
    row->addWidget(makeMark(block.mark, px(12), in), 0, Qt::AlignTop);
    auto* said = new TextLabel(block.said, Qt::PlainText, block.mark == Mark::Differ ? &Tokens::differ : &Tokens::text2, in);
    said->setFont(smallFont());
    row->addWidget(said, 1);
    into->addLayout(row);
}

void TalkView::addAnswer(const TalkBlock& block, QVBoxLayout* into, QWidget* in) {
    for (std::size_t from = 0; from < block.tokens.size(); from += kTokensOfLine) {
        const std::size_t to = std::min(block.tokens.size(), from + kTokensOfLine);
        const std::size_t place = m_lines.size();
        Line line{
            new TokenLine(in),
            {block.tokens.begin() + static_cast<std::ptrdiff_t>(from), block.tokens.begin() + static_cast<std::ptrdiff_t>(to)}};
        std::vector<ShownToken> shown;
        for (const std::size_t token : line.tokens) shown.push_back(shownToken(*m_made, token));
        line.view->setTokens(std::move(shown));
        connect(line.view, &TokenLine::tokenChosen, this,
                [this, place](qulonglong item) { emit tokenChosen(m_lines[place].tokens[static_cast<std::size_t>(item)]); });
        connect(line.view, &TokenLine::left, this, [this, place](bool forward) { leaveLine(place, forward); });
        into->addWidget(line.view);
        m_lines.push_back(std::move(line));
    }
    for (const QString& words : {block.said, block.text}) {
        if (words.isEmpty()) continue;
        auto* label = new TextLabel(words, Qt::PlainText, &Tokens::text2, in);
        label->setFont(smallFont());
        into->addWidget(label);
    }
}

/// To the nearest token of the next line, where there is one.
void TalkView::leaveLine(std::size_t line, bool forward) {
    const std::size_t next = forward ? line + 1 : line - 1;
    if (next >= m_lines.size()) return;
    const auto& tokens = m_lines[next].tokens;
    m_lines[next].view->setFocus(Qt::TabFocusReason);
    emit tokenChosen(forward ? tokens.front() : tokens.back());
}

QWidget* TalkView::focusLine() const {
    for (const Line& line : m_lines)
        if (line.view != nullptr && line.view->current() >= 0) return line.view;
    return m_lines.empty() ? nullptr : m_lines.front().view.data();
}

void TalkView::choose(std::optional<std::size_t> token) {
    m_chosen = token;
    for (const Line& line : m_lines) {
        const auto found = token ? std::ranges::find(line.tokens, *token) : line.tokens.end();
        if (found == line.tokens.end()) {
            line.view->setCurrent(-1);
            continue;
        }
        const auto item = static_cast<std::size_t>(found - line.tokens.begin());
        line.view->setCurrent(static_cast<int>(item));
    }
    bringIntoView();
}

void TalkView::bringIntoView() {
    for (const Line& line : m_lines) {
        if (line.view == nullptr || line.view->current() < 0) continue;
        const QPointF at = line.view->mapTo(m_content, line.view->boxOf(static_cast<std::size_t>(line.view->current())).center());
        m_area->ensureVisible(static_cast<int>(at.x()), static_cast<int>(at.y()), 0, px(40));
    }
}

}  // namespace etscope::ui

#include "frame/uses_of_files.h"

#include <QLabel>
#include <QPainter>
#include <array>

#include "look/make.h"
#include "look/marks.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr std::size_t kKinds = 7;

struct FileColumn {
    Icon icon;
    const char* title;
    const char* names;  ///< null: any
};
constexpr std::array<FileColumn, kKinds> kFiles{{
    {Icon::Record, QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "Record"), ".etrecord"},
    {Icon::Program, QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "Program"), ".pte"},
    {Icon::Data, QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "External data"), ".ptd"},
    {Icon::File, QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "Bundled"), ".bpte"},
    {Icon::Dump, QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "ETDump"), ".etdp"},
    {Icon::Buffer, QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "Debug buffer"), nullptr},
    {Icon::Weights, QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "Values"), ".npz .pt"},
}};

struct Use {
    const char* what;
    const char* needs;
    std::array<FileUse, kKinds> of;
};
constexpr FileUse o = FileUse::None, G = FileUse::Gives, P = FileUse::Part, S = FileUse::Substitute;
constexpr Use kUses[] = {
    {QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "See what is inside"),
     QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "any one file"),
     {G, G, G, G, G, o, G}},
    {QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "Read the graph"),
     QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "either; program alone: no source"),
     {G, P, o, P, o, o, o}},
    {QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "Check that files belong together"),
     QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "any two"),
     {G, G, P, P, P, P, o}},
    {QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "Compare outputs with a reference"),
     QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "all four, or a substitute"),
     {G, G, o, S, G, G, S}},
    {QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "Find the first wrong operator"),
     QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "all four; the reference is computed"),
     {G, G, o, o, G, G, S}},
    {QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "See where time goes"),
     QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "both; a record adds names"),
     {P, G, o, o, G, o, o}},
    {QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "See memory, sharing, sizes"),
     QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "a program; others add names"),
     {P, G, P, G, o, o, o}},
    {QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "Find what changed"),
     QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "two of a kind"),
     {G, G, P, P, o, o, o}},
};

struct Sign {
    FileUse use;
    const char* meaning;
};
constexpr Sign kSigns[] = {{FileUse::Gives, QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "gives it")},
                           {FileUse::Part, QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "gives part of it, or adds to it")},
                           {FileUse::Substitute, QT_TRANSLATE_NOOP("etscope::ui::UsesOfFiles", "substitute")}};

/// The sign of a use, with its meaning for who does not see it.
class SignView : public QWidget {
public:
    SignView(FileUse use, QWidget* parent) : QWidget(parent), m_use(use) {
        setFixedSize(px(14), px(14));
        setAccessibleName(UsesOfFiles::tr("not needed"));
        for (const Sign& sign : kSigns)
            if (sign.use == use) setAccessibleName(UsesOfFiles::tr(sign.meaning));
        setToolTip(accessibleName());
    }

protected:
    void paintEvent(QPaintEvent*) override {
        const Tokens& t = tokens();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (m_use == FileUse::Gives) return paintMark(painter, rect(), Mark::Match);
        painter.scale(width() / 14.0, height() / 14.0);
        painter.setPen(QPen(m_use == FileUse::None ? t.text3 : t.match, 1.6));
        if (m_use == FileUse::None) return painter.drawLine(QPointF(4.5, 7), QPointF(9.5, 7));
        painter.drawEllipse(QPointF(7, 7), 5.2, 5.2);
        if (m_use != FileUse::Part) return;
        painter.setPen(Qt::NoPen);
        painter.setBrush(t.match);
        painter.drawPie(QRectF(1.8, 1.8, 10.4, 10.4), -90 * 16, 180 * 16);
    }

private:
    FileUse m_use;
};

QLabel* small(QLabel* label) {
    label->setFont(smallFont());
    return label;
}

QLabel* wrapped(QLabel* label) {
    label->setWordWrap(true);
    return label;
}

/// Children one below the other.
QWidget* stacked(std::initializer_list<QWidget*> parts, Qt::Alignment alignment) {
    auto* cell = new QWidget;
    auto* column = makeColumn(cell, {px(6), px(3), px(6), px(3)}, px(1));
    column->addStretch();
    for (QWidget* part : parts) column->addWidget(part, 0, alignment);
    if (alignment != Qt::AlignHCenter) column->addStretch();
    return cell;
}

}  // namespace

UsesOfFiles::UsesOfFiles(QWidget* parent) : QFrame(parent), m_grid(makeGrid(this, {1, 1, 1, 1}, 0, 0)) {
    setObjectName(QStringLiteral("card"));
    setAccessibleName(tr("Which files do I need?"));
    m_grid->setColumnStretch(0, 5);
    for (std::size_t kind = 1; kind <= kKinds; ++kind) m_grid->setColumnStretch(static_cast<int>(kind), 1);
    addHeader();
    addUses();
    addNames();
}

void UsesOfFiles::addCell(QWidget* cell, int row, int column, Qt::Alignment alignment) {
    m_grid->addWidget(cell, row, column, alignment);
}

void UsesOfFiles::addHeader() {
    addCell(stacked({small(plainLabel(tr("To do this you need"), this, &Tokens::text2))}, Qt::AlignHCenter), 0, 0,
            Qt::AlignLeft | Qt::AlignBottom);
    int column = 1;
    for (const FileColumn& kind : kFiles) {
        auto* icon = new QLabel(this);
        withTheme(icon, [icon, shown = kind.icon] { icon->setPixmap(lineIcon(shown).pixmap(px(16), px(16))); });
        // In two lines where it has two words: columns are as wide as their longest word.
        auto* title = small(plainLabel(tr(kind.title).replace(QLatin1Char(' '), QLatin1Char('\n')), this, &Tokens::text2));
        title->setAlignment(Qt::AlignCenter);
        addCell(stacked({icon, title}, Qt::AlignHCenter), 0, column++, Qt::AlignBottom);
    }
}

void UsesOfFiles::addUses() {
    int row = 1;
    for (const Use& use : kUses) {
        auto* what = wrapped(plainLabel(tr(use.what), this));
        QFont font = bodyFont();
        font.setWeight(QFont::Medium);
        what->setFont(font);
        addCell(stacked({what, wrapped(small(plainLabel(tr(use.needs), this, &Tokens::text2)))}, {}), row, 0);
        for (std::size_t kind = 0; kind < kKinds; ++kind) {
            auto* sign = new SignView(use.of[kind], this);
            sign->setAccessibleDescription(tr("%1: %2").arg(tr(use.what), tr(kFiles[kind].title)));
            addCell(sign, row, static_cast<int>(kind) + 1, Qt::AlignCenter);
        }
        ++row;
    }
}

void UsesOfFiles::addNames() {
    const int row = static_cast<int>(std::size(kUses)) + 1;
    addCell(stacked({small(plainLabel(tr("Usual name"), this, &Tokens::text2))}, {}), row, 0);
    int column = 1;
    for (const FileColumn& kind : kFiles) {
        auto* names = plainLabel(kind.names != nullptr ? QString::fromLatin1(kind.names) : tr("any name"), this, &Tokens::text2);
        QFont font = codeFont();
        font.setPointSizeF(font.pointSizeF() - 1);
        names->setFont(font);
        names->setContentsMargins(px(4), 0, px(4), 0);
        addCell(names, row, column++, Qt::AlignCenter);
    }
}

void UsesOfFiles::paintEvent(QPaintEvent* event) {
    QFrame::paintEvent(event);
    const Tokens& t = tokens();
    QPainter painter(this);
    // Where cells begin: those of the first column and of the header fill theirs; cellRect() is of the last size that was asked
    // for.
    const auto top = [this](int row) { return m_grid->itemAtPosition(row, 0)->geometry().top(); };
    const int below = top(1);
    painter.fillRect(QRect(1, 1, width() - 2, below - 1), t.raised);
    painter.setPen(t.hairline);
    for (int column = 1; column < m_grid->columnCount(); ++column) {
        const int x = m_grid->itemAtPosition(0, column)->geometry().left();
        painter.drawLine(x, 1, x, below - 1);
    }
    for (int row = 2; row < m_grid->rowCount(); ++row) painter.drawLine(1, top(row), width() - 2, top(row));
    painter.setPen(t.border);
    painter.drawLine(1, below, width() - 2, below);
}

QWidget* makeUsesLegend(QWidget* parent) {
    auto* legend = new QWidget(parent);
    auto* row = makeRow(legend, {}, px(5));
    for (const Sign& sign : kSigns) {
        row->addWidget(new SignView(sign.use, legend));
        row->addWidget(plainLabel(UsesOfFiles::tr(sign.meaning), legend, &Tokens::text2));
        row->addSpacing(px(12));
    }
    row->addStretch();
    return legend;
}

}  // namespace etscope::ui

#include "frame/page.h"

#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QVBoxLayout>

#include "look/picture_file.h"
#include "look/tokens.h"

namespace etscope::ui {

Page::Page(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace) {
    connect(&workspace, &Workspace::sessionChanged, this, [this] {
        leave();
        invalidate();
    });
    connect(&workspace, &Workspace::viewChanged, this, &Page::invalidate);
}

bool Page::find(const QString&, bool) { return false; }
bool Page::nextBad(bool) { return false; }

Result<void> Page::exportTo(const QString& path) {
    const QString suffix = suffixOf(path);
    if (!QStringList{"svg", "pdf", "png"}.contains(suffix)) return suffixUnsupported(path, tr(".png, .svg or .pdf"));
    return writeThroughDevice(path, {}, [&](QIODevice& device) -> Result<void> {
        const VectorPicture picture{size(), objectName(), [this](QPainter& painter) { render(&painter); }};
        if (suffix == QLatin1String("svg")) return writeSvg(device, picture);
        if (suffix == QLatin1String("pdf")) return writePdf(device, picture);
        return writePng(device, grab());
    });
}

void Page::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!m_stale) return;
    m_stale = false;
    refresh();
}

void Page::invalidate() {
    m_stale = true;
    if (!isVisible()) return;
    m_stale = false;
    refresh();
}

EmptyState::EmptyState(const QString& title, const QString& why, const QString& action, QWidget* parent) : QWidget(parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(48, 48, 48, 48);
    layout->setSpacing(8);
    const auto add = [&](const QString& text, const QFont& font, const QColor& colour) {
        if (text.isEmpty()) return;
        auto* label = new QLabel(text, this);
        label->setFont(font);
        label->setWordWrap(true);
        QPalette palette = label->palette();
        palette.setColor(QPalette::WindowText, colour);
        label->setPalette(palette);
        layout->addWidget(label);
    };
    add(title, titleFont(), tokens().text);
    add(why, bodyFont(), tokens().text2);
    add(action, bodyFont(), tokens().text2);
    layout->addStretch();
}

QWidget* makeHeading(const QString& title, const QString& count, QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::RichText);
    label->setText(QStringLiteral("<span style='font-weight:600'>%1</span>&nbsp;&nbsp;<span style='color:%3'>%2</span>")
                       .arg(title.toHtmlEscaped(), count.toHtmlEscaped(), tokens().text3.name()));
    return label;
}

}  // namespace etscope::ui

#include "docks/pair_dialog.h"

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include "look/make.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {

PairDialog::PairDialog(const QString& node, const PairFacts& facts, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("pairDialog"));
    setWindowTitle(tr("Pair by hand"));
    resize(px(560), px(420));
    auto* column = new QVBoxLayout(this);
    column->addWidget(new TextLabel(tr("Which node of the other export is %1?").arg(node), Qt::PlainText, &Tokens::text, this));
    m_filter = named("pairFilter", new QLineEdit(this));
    m_filter->setPlaceholderText(tr("name, operator, module"));
    m_filter->setClearButtonEnabled(true);
    column->addWidget(m_filter);
    m_nodes = named("pairNodes", new QListWidget(this));
    m_nodes->setAccessibleName(tr("Nodes of the other export"));
    m_nodes->setUniformItemSizes(true);
    for (const PairCandidate& one : facts.candidates) {
        const QString words = one.free ? one.about : tr("%1 · has a counterpart").arg(one.about);
        auto* item = new QListWidgetItem(one.path + QStringLiteral("   ") + words, m_nodes);
        item->setData(Qt::UserRole, one.path);
    }
    column->addWidget(m_nodes, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_pair = buttons->addButton(tr("Pair"), QDialogButtonBox::AcceptRole);
    m_pair->setObjectName(QStringLiteral("pairChosen"));
    m_pair->setEnabled(false);
    if (facts.byHand) {
        auto* undo = buttons->addButton(tr("Undo this pair"), QDialogButtonBox::ResetRole);
        undo->setObjectName(QStringLiteral("pairUndo"));
        connect(undo, &QPushButton::clicked, this, [this] {
            emit chosen({});
            accept();
        });
    }
    column->addWidget(buttons);
    connect(m_filter, &QLineEdit::textChanged, this, &PairDialog::filter);
    connect(m_nodes, &QListWidget::currentItemChanged, this,
            [this](const QListWidgetItem* item) { m_pair->setEnabled(item != nullptr && !item->isHidden()); });
    connect(m_nodes, &QListWidget::itemActivated, this, &PairDialog::choose);
    connect(m_pair, &QPushButton::clicked, this, &PairDialog::choose);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_filter->setFocus();
}

/// The first that is left is the current one: Return takes it.
void PairDialog::filter(const QString& words) {
    QListWidgetItem* first = nullptr;
    for (int row = 0; row < m_nodes->count(); ++row) {
        QListWidgetItem* item = m_nodes->item(row);
        bool fits = true;
        for (const QString& word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts))
            fits = fits && item->text().contains(word, Qt::CaseInsensitive);
        item->setHidden(!fits);
        if (fits && first == nullptr) first = item;
    }
    m_nodes->setCurrentItem(first);
    m_pair->setEnabled(first != nullptr);
}

void PairDialog::choose() {
    const QListWidgetItem* item = m_nodes->currentItem();
    if (item == nullptr || item->isHidden()) return;
    emit chosen(item->data(Qt::UserRole).toString());
    accept();
}

}  // namespace etscope::ui

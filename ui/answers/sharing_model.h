// What methods share: a row for each weight that several read or that is stored several times, a column for each method, and how
// they are painted: discs on one line are one copy, numbered squares on a dashed line are copies. GUI thread only, but for
// sharedWeights().
#pragma once

#include <QByteArray>
#include <vector>

#include "base/job_context.h"
#include "models/row_delegate.h"
#include "workspace/workspace.h"

namespace etscope::ui {

/// One weight, whatever it is called in files.
struct SharedWeight {
    QString name;   ///< in the record, else the key where that is a name; empty: nobody tells
    QString also;   ///< its other names; may be empty
    QString hash;   ///< of its bytes, or where they lie
    QString whole;  ///< the same without a cut
    std::uint64_t bytes = 0, saved = 0, wasted = 0;
    std::vector<std::vector<std::size_t>> copies;  ///< by method: places that it reads, mostly one; empty: it does not use it
    QStringList files;                             ///< of the places
    Address address;
};

struct SharedWeights {
    QStringList methods;
    std::vector<SharedWeight> weights;  ///< as inventory::SharingMap has them
    std::uint64_t saved = 0, wasted = 0;
    std::size_t sharedOnce = 0, copied = 0;
};

/// Reads what equal sizes make necessary, once for the session: a job. Errors: `cancelled`.
Result<SharedWeights> sharedWeights(const session::Session& session, const JobContext& job);
/// Of a weight at a place of a file: its names in the record; both empty where there are none.
struct WeightNames {
    QString name, also;
};
WeightNames weightNames(const QStringList& inRecord);
/// Whether a key is a hash and no name.
bool isHash(const QString& key);
/// "e1c09b14…77ad203f"
QString shortHash(const QString& hash);

class SharingModel : public TableModel {
    Q_OBJECT
public:
    enum Fixed : int { Weight, Size, FirstMethod };
    SharingModel(SharedWeights content, QObject* parent);
    const SharedWeights& content() const { return m_content; }
    std::span<const Column> columns() const override { return m_columns; }
    int rows() const override { return static_cast<int>(m_content.weights.size()); }
    Cell cell(int row, int column) const override;
    Address address(int row) const override { return m_content.weights[static_cast<std::size_t>(row)].address; }
    /// Where columns of methods end, and that of the copies is.
    int endOfMethods() const { return FirstMethod + static_cast<int>(m_content.methods.size()); }

private:
    Cell methodCell(const SharedWeight& weight, std::size_t method) const;

    SharedWeights m_content;
    std::vector<QByteArray> m_titles;  ///< of the methods: columns have pointers to them
    std::vector<Column> m_columns;
};

/// Of more methods the titles are turned and the signs are smaller.
inline constexpr int kManyMethods = 6;

/// Paints the cells of methods; others as every table has them.
class SharingDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    SharingDelegate(const SharingModel& model, const RowDelegate& base, QObject* parent);
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    /// A disc or a numbered square, where it stands.
    static void paintSign(QPainter& painter, QPointF centre, bool copies, const QString& number, bool small);
    static void paintJoin(QPainter& painter, QPointF from, QPointF to, bool copies);

private:
    const SharingModel& m_model;
    const RowDelegate& m_base;
};

}  // namespace etscope::ui

// Overview: the verdict, the methods, what may be wrong and what to do, the files and whether they belong together, how the methods
// feed each other. GUI thread only.
#pragma once

#include "frame/file_names.h"
#include "frame/page.h"
#include "inventory/summary.h"
#include "models/table_view.h"
#include "pages/method_table.h"
#include "pages/overview_findings.h"

class QBoxLayout;
class QLabel;
class QVBoxLayout;

namespace etscope::ui {

class Headline;

/// The files of the session.
class FileModel : public TableModel {
    Q_OBJECT
public:
    using TableModel::TableModel;
    static constexpr int kKindColumn = 1;
    void setSession(SessionPtr session) {
        reset([&] {
            m_session = std::move(session);
            m_joins.clear();
            m_names = m_session == nullptr ? QStringList() : fileNames(*m_session);
        });
    }
    void setJoins(std::vector<join::Join> joins) {
        reset([&] { m_joins = std::move(joins); });
    }
    std::span<const Column> columns() const override;
    int rows() const override { return m_session == nullptr ? 0 : static_cast<int>(m_session->files().size()); }
    Cell cell(int row, int column) const override;
    Address address(int row) const override;
    QList<FileInside> filesInside(int row) const override;

private:
    Cell joined(int row) const;

    SessionPtr m_session;
    QStringList m_names;
    std::vector<join::Join> m_joins;
};

/// Boxes of methods with the values that fit from one to the next.
class FlowView : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    struct Box {
        QString name, nodes;
        QStringList inputs, outputs;  ///< free ones: those no other method feeds or takes
    };
    void setFlow(std::vector<Box> boxes, std::vector<findings::FlowEdge> edges);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void methodClicked(QString method);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    void place();
    bool isFed(const Box& box) const;

    double m_natural = 0, m_part = 1;  ///< width of all at full size; the part of it that there is room for
    std::vector<Box> m_boxes;
    std::vector<findings::FlowEdge> m_edges;
    std::vector<QRectF> m_rects;
};

/// A damaged archive by offset: entries, the cut, what is not there.
class ArchiveStrip : public QWidget {
    Q_OBJECT
public:
    explicit ArchiveStrip(const session::SessionFile& file, QWidget* parent = nullptr);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Part {
        double from = 0, to = 0;
        QString name;
        bool truncated = false;
    };
    std::vector<Part> m_parts;
    double m_size = 1, m_claimed = 1;
    QString m_name;
};

class OverviewPage : public Page {
    Q_OBJECT
public:
    explicit OverviewPage(Workspace& workspace, QWidget* parent = nullptr);
    bool hasContent() const override { return workspace().session() != nullptr; }
    /// Only what makes the session as a whole wrong: files that do not belong together.
    Mark stateMark() const override;
    TableView* mainTable() const override { return m_methodView; }

signals:
    /// Further files are to be added to the session.
    void filesWanted();

protected:
    void refresh() override;
    void leave() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Facts {
        std::vector<std::shared_ptr<const inventory::MethodSummary>> summaries;
        std::vector<findings::FlowEdge> flow;
        std::vector<join::Join> joins;
        std::vector<findings::PossibleCause> causes;  ///< without what the runs say
    };
    void makeTables(QWidget* content);
    QBoxLayout* makeLower(QWidget* content);
    void clearStrips();
    void fitTables();
    void showMethodCount();
    void showFiles(const session::Session& session);
    void showFacts();
    void showFindings();
    void countRuns();
    void showVerdict();
    void lint();
    std::uint64_t hashedBytes() const;

    Headline* m_headline;
    FileModel m_files;
    MethodModel m_methods;
    TableView *m_fileView, *m_methodView;
    FlowView* m_flow;
    QWidget *m_filesHeading = nullptr, *m_methodsHeading = nullptr, *m_flowHeading = nullptr;
    QVBoxLayout *m_column, *m_strips;
    QBoxLayout* m_lower;
    FindingList *m_causes, *m_joins, *m_findings;
    QLabel* m_flowNote;
    bool m_shown = false;  ///< the session in view
    Facts m_facts;
    std::vector<findings::LintFinding> m_lintFindings;
    bool m_linted = false;
    Job<Facts> m_job{this};
    Job<std::map<std::string, MethodRuns>> m_countRuns{this};
    Job<std::vector<findings::LintFinding>> m_lint{this};
};

}  // namespace etscope::ui

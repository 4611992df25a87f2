// Overview: the files and what is in them, the methods, how they feed each other, what is missing. GUI thread only.
#pragma once

#include "compare/outputs.h"
#include "frame/file_names.h"
#include "frame/page.h"
#include "inventory/summary.h"
#include "models/table_view.h"
#include "pages/overview_findings.h"

class QBoxLayout;
class QLabel;
class QVBoxLayout;

namespace etscope::ui {

/// The files of the session.
class FileModel : public TableModel {
    Q_OBJECT
public:
    using TableModel::TableModel;
    void setSession(SessionPtr session) {
        reset([&] {
            m_session = std::move(session);
            m_names = m_session == nullptr ? QStringList() : fileNames(*m_session);
        });
    }
    std::span<const Column> columns() const override;
    int rows() const override { return m_session == nullptr ? 0 : static_cast<int>(m_session->files().size()); }
    Cell cell(int row, int column) const override;
    Address address(int row) const override;
    QList<FileInside> filesInside(int row) const override;

private:
    SessionPtr m_session;
    QStringList m_names;
};

/// The methods with their summaries, which arrive one by one.
class MethodModel : public TableModel {
    Q_OBJECT
public:
    using TableModel::TableModel;
    void setSession(SessionPtr session) {
        reset([&] {
            m_session = std::move(session), m_summaries.clear(), m_verdicts.clear(), m_runs.clear();
            m_references = m_session != nullptr ? compare::methodReferences(*m_session) : decltype(m_references){};
        });
    }
    void setSummaries(std::vector<std::shared_ptr<const inventory::MethodSummary>> summaries) {
        reset([&] { m_summaries = std::move(summaries); });
    }
    void setVerdicts(std::map<std::string, compare::MethodVerdict> verdicts) {
        reset([&] { m_verdicts = std::move(verdicts); });
    }
    /// Runs that are known to be of each method.
    void setRuns(std::map<std::string, std::uint64_t> runs) {
        reset([&] { m_runs = std::move(runs); });
    }
    std::span<const Column> columns() const override;
    int rows() const override { return m_session == nullptr ? 0 : static_cast<int>(m_session->methods().size()); }
    Cell cell(int row, int column) const override;
    Address address(int row) const override;

private:
    Cell worst(const std::string& method) const;

    SessionPtr m_session;
    std::vector<std::shared_ptr<const inventory::MethodSummary>> m_summaries;
    std::map<std::string, compare::MethodVerdict> m_verdicts;
    std::map<std::string, std::uint64_t> m_runs;
    std::map<std::string, compare::MethodReferences> m_references;
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

protected:
    void refresh() override;
    void leave() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Facts {
        std::vector<std::shared_ptr<const inventory::MethodSummary>> summaries;
        std::vector<findings::FlowEdge> flow;
        std::vector<join::Join> joins;
        std::vector<program::MetadataFinding> metadata;
    };
    void makeTables(QWidget* content);
    QBoxLayout* makeLower(QWidget* content);
    void clearStrips();
    void fitTables();
    void showFiles(const session::Session& session);
    void showFacts();
    void showFindings();
    void judge();
    void lint();
    std::uint64_t hashedBytes() const;

    FileModel m_files;
    MethodModel m_methods;
    TableView *m_fileView, *m_methodView;
    FlowView* m_flow;
    QWidget *m_filesHeading = nullptr, *m_methodsHeading = nullptr, *m_flowHeading = nullptr;
    QVBoxLayout *m_column, *m_strips;
    QBoxLayout* m_lower;
    FindingList *m_joins, *m_findings;
    QLabel* m_flowNote;
    bool m_shown = false;  ///< the session in view
    Facts m_facts;
    std::vector<findings::LintFinding> m_lintFindings;
    bool m_linted = false;
    Job<Facts> m_job{this};
    Job<std::map<std::string, compare::MethodVerdict>> m_compare{this};
    Job<std::map<std::string, std::uint64_t>> m_countRuns{this};
    Job<std::vector<findings::LintFinding>> m_lint{this};
};

}  // namespace etscope::ui

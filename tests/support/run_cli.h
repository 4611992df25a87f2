// Runs the command line as a script does.
#pragma once

#include <QProcess>
#include <QStringList>

namespace etscope::test {

struct Ran {
    int status = -1;  ///< −1: killed, or not ended in time
    QByteArray out, err;
};

/// `standardOutput`: a file that it is sent to; empty: into `out`.
inline Ran runProcess(const QString& program, const QStringList& arguments, const QString& standardOutput = {},
                      int timeout = 20'000) {
    QProcess process;
    if (!standardOutput.isEmpty()) process.setStandardOutputFile(standardOutput);
    process.start(program, arguments);
    process.closeWriteChannel();
    Ran ran;
    if (!process.waitForFinished(timeout) || process.exitStatus() != QProcess::NormalExit) {
        process.kill();
        process.waitForFinished();
        return ran;
    }
    ran.status = process.exitCode();
    ran.out = process.readAllStandardOutput();
    ran.err = process.readAllStandardError();
    return ran;
}

}  // namespace etscope::test

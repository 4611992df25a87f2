// Server: answers a client of the Model Context Protocol (revisions 2024-11-05 to 2026-07-28) with the questions of the command
// line as tools, addresses as resources and pictures of graphs. One JSON-RPC 2.0 message a line. Requests are answered one after
// the other on a thread of their own, so that cancelling and pings are heard meanwhile.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

#include "mcp/pictures.h"
#include "mcp/sessions.h"
#include "mcp/tools.h"

namespace etscope::mcp {

class Server {
public:
    /// `send` gets whole messages, one after the other, from any of the server's threads.
    Server(std::vector<std::string> files, std::function<void(const std::string&)> send);
    /// Stops what is under way.
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// A line that the client sent.
    void receive(const std::string& line);
    /// Answers what was received, then returns.
    void finish();
    /// What is under way ends as cancelled.
    void stop();

private:
    struct Request {
        report::Json id;
        std::string method;
        report::Json parameters;
        std::stop_source stop;
    };

    void take(const report::Json& message);
    void work();
    void answer(Request& request);
    Result<report::Json> checkedResultOf(Request& request);
    Result<report::Json> resultOf(Request& request);
    Result<report::Json> call(Request& request);
    Result<report::Json> read(Request& request);
    Result<report::Json> resources();
    cli::Answer ask(const Question& question, const JobContext& job);
    JobContext jobOf(const Request& request);
    void send(const report::Json& message);
    void sendError(const report::Json& id, int code, const std::string& message);
    void cancel(const report::Json& id);

    Tools m_tools;
    Sessions m_sessions;
    std::function<void(const std::string&)> m_send;

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<std::shared_ptr<Request>> m_waiting;
    std::shared_ptr<Request> m_current;
    bool m_ends = false;
    std::mutex m_sending;
    std::jthread m_worker;  ///< last: it ends first
};

}  // namespace etscope::mcp

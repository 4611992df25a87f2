// The tensors of tests/tensor/data and what numpy and torch say about them (make_data.py).
#pragma once

#include <QCryptographicHash>
#include <QFile>
#include <QTest>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tensor/element_reader.h"
#include "tensor/tensor.h"

namespace etscope::test {

using Json = nlohmann::json;

inline Json document(const char* name) {
    QFile file(QStringLiteral(TENSOR_DATA "/") + QLatin1String(name));
    if (!file.open(QIODevice::ReadOnly)) qFatal("%s is missing", name);
    return Json::parse(file.readAll().toStdString());
}

inline std::shared_ptr<const Source> source(const std::string& name) {
    auto opened = Source::open(TENSOR_DATA "/" + name);
    if (!opened) qFatal("%s", opened.error().message.c_str());
    return *opened;
}

/// The error's code; "" when there is none.
template <class T>
std::string code(const Result<T>& result) {
    return result ? std::string() : result.error().code;
}

/// A number, or the word that stands for one.
inline double number(const Json& value) {
    if (value == "NaN") return std::nan("");
    if (value == "Infinity") return HUGE_VAL;
    if (value == "-Infinity") return -HUGE_VAL;
    return value.get<double>();
}

inline bool close(double a, double b, double relative = 1e-9) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    return a == b || std::abs(a - b) <= relative * std::max(std::abs(a), std::abs(b));
}

inline tensor::Tensor described(const Json& row, const std::shared_ptr<const Source>& bytes) {
    tensor::Tensor t;
    t.type = *scalarTypeFromName(row["type"].get<std::string>());
    t.shape = row["shape"].get<std::vector<std::int64_t>>();
    t.storage = ByteRange{bytes, row["at"], row["size"]};
    if (!row.contains("strides")) return t;
    t.strides = row["strides"].get<std::vector<std::int64_t>>();
    t.storageOffset = row["storage_offset"];
    t.bigEndian = row["big_endian"];
    t.conjugate = row["conjugate"];
    t.negate = row["negate"];
    if (row.contains("quantization")) {
        const Json& q = row["quantization"];
        t.quantization.emplace();
        t.quantization->scales = q["scales"].get<std::vector<double>>();
        t.quantization->zeroPoints = q["zero_points"].get<std::vector<double>>();
        if (!q["axis"].is_null()) t.quantization->axis = q["axis"].get<std::int64_t>();
    }
    return t;
}

struct Sample {
    std::string name;
    tensor::Tensor tensor;
    Json expected;
};

inline const std::vector<Sample>& samples() {
    static const std::vector<Sample> kSamples = [] {
        std::vector<Sample> list;
        const auto bytes = source("tensors.bin");
        for (const Json& row : document("tensors.json")) list.push_back({row["name"], described(row, bytes), row});
        return list;
    }();
    return kSamples;
}

inline const Sample& sample(const char* name) {
    for (const Sample& s : samples())
        if (s.name == name) return s;
    qFatal("no sample %s", name);
}

inline QByteArray digest(std::vector<double> values) {
    for (double& v : values)
        if (std::isnan(v)) v = std::bit_cast<double>(std::uint64_t{0x7FF8000000000000});
    const auto* bytes = reinterpret_cast<const char*>(values.data());
    return QCryptographicHash::hash(QByteArrayView(bytes, static_cast<qsizetype>(values.size() * sizeof(double))),
                                    QCryptographicHash::Sha256)
        .toHex();
}

/// Digest of all elements, read `block` at a time; the error's code when they cannot be read.
inline QByteArray digest(const tensor::Tensor& t, std::size_t block = tensor::ElementReader::kMaxBlock,
                         tensor::QuantizedAs quantizedAs = tensor::QuantizedAs::Real) {
    auto reader = tensor::ElementReader::open(t, quantizedAs);
    if (!reader) return QByteArray::fromStdString(reader.error().code + ": " + reader.error().message);
    std::vector<double> values;
    for (std::uint64_t first = 0; first < reader->count(); first += block) {
        const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(block, reader->count() - first));
        if (reader->complex()) {
            const auto part = reader->complexes(first, n);
            if (!part) return QByteArray::fromStdString(part.error().code);
            for (const auto& z : *part) values.insert(values.end(), {z.real(), z.imag()});
        } else {
            const auto part = reader->doubles(first, n);
            if (!part) return QByteArray::fromStdString(part.error().code);
            values.insert(values.end(), part->begin(), part->end());
        }
    }
    return digest(std::move(values));
}

inline QByteArray text(const Json& value) { return QByteArray::fromStdString(value.get<std::string>()); }

/// One row per sample.
inline void addSampleRows() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < samples().size(); ++i) QTest::newRow(samples()[i].name.c_str()) << static_cast<int>(i);
}

/// A tensor of floats in memory.
inline tensor::Tensor floats(std::vector<float> values, std::vector<std::int64_t> shape) {
    tensor::Tensor t;
    t.type = ScalarType::F32;
    t.shape = std::move(shape);
    std::vector<std::byte> bytes(values.size() * sizeof(float));
    if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    t.storage = ByteRange::whole(Source::fromBytes(std::move(bytes), "memory"));
    return t;
}

}  // namespace etscope::test

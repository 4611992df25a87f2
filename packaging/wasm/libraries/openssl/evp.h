/* The few functions of OpenSSL that the core calls: SHA-256 and base64, as OpenSSL's manual pages say. In its place where it is not:
 * the whole library would be ten times this. That both give the same is tested by the comparison of the command lines. */
#ifndef ETSCOPE_WASM_EVP_H
#define ETSCOPE_WASM_EVP_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define EVP_MAX_MD_SIZE 64

typedef struct evp_md_ctx_st EVP_MD_CTX;
typedef struct evp_md_st EVP_MD;
typedef struct engine_st ENGINE;

EVP_MD_CTX* EVP_MD_CTX_new(void);
void EVP_MD_CTX_free(EVP_MD_CTX* context);
const EVP_MD* EVP_sha256(void);
int EVP_DigestInit_ex(EVP_MD_CTX* context, const EVP_MD* type, ENGINE* none);
int EVP_DigestUpdate(EVP_MD_CTX* context, const void* bytes, size_t size);
int EVP_DigestFinal_ex(EVP_MD_CTX* context, unsigned char* digest, unsigned* size);

int EVP_EncodeBlock(unsigned char* text, const unsigned char* bytes, int size);
int EVP_DecodeBlock(unsigned char* bytes, const unsigned char* text, int size);

#ifdef __cplusplus
}
#endif

#endif

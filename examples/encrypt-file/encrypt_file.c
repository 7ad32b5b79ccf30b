/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Encrypt and decrypt a file with libtsubaki, in pieces: Camellia-256 in GCM (authenticated) or CTR.
 *
 *   cc encrypt_file.c $(pkg-config --cflags --libs tsubaki) -o encrypt_file
 *
 * File format: "TSBK", one byte for the mode ('g' or 'c'), the nonce (GCM: 12 bytes, CTR: 16), the ciphertext, and for
 * GCM the tag (16 bytes). The five bytes in front are authenticated as associated data.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <tsubaki.h>

enum { KEY = 32, TAG = 16, PIECE = 1 << 16 };
static const char usage[] =
    "usage: encrypt_file [-d] [-m gcm|ctr] -k KEYFILE INPUT OUTPUT\n"
    "Encrypt INPUT to OUTPUT with Camellia-256.\n"
    "\n"
    "  -d           decrypt; the file must be in the mode that -m says\n"
    "  -m MODE      gcm (default; a changed file is refused) or ctr (no protection against changes)\n"
    "  -k KEYFILE   a file of exactly 32 bytes, for example from: head -c 32 /dev/urandom\n"
    "  -h           this text\n"
    "\n"
    "OUTPUT appears only when all went well. Exit status: 0 done, 1 failed, 2 wrong use.\n";

/* What has to be undone when something fails. */
static struct {
    FILE *in, *out;
    tsubaki_stream *stream;
    char temporary[4096];
} job;

static int failed(const char *what, const char *why)
{
    fprintf(stderr, "encrypt_file: %s: %s\n", what, why);
    if (job.out)
        fclose(job.out);
    if (*job.temporary)
        unlink(job.temporary);
    tsubaki_free(job.stream);
    return 1;
}

static int read_key(const char *name, unsigned char key[KEY])
{
    unsigned char more;
    FILE *f = fopen(name, "rb");
    if (!f)
        return failed(name, strerror(errno));
    const int good = fread(key, 1, KEY, f) == KEY && !fread(&more, 1, 1, f);
    fclose(f);
    return good ? 0 : failed(name, "a key has exactly 32 bytes");
}

static void progress(uint64_t done, uint64_t total, int end)
{
    static time_t start, last;
    const time_t now = time(NULL);
    if (!start)
        start = last = now;
    if (!isatty(2) || now - start < 2 || (!end && now == last))
        return;
    last = now;
    fprintf(stderr, "\r%llu of %llu MiB%s", (unsigned long long)(done >> 20), (unsigned long long)(total >> 20),
            end ? "\n" : "");
}

int main(int argc, char **argv)
{
    int decrypt = 0, option;
    char mode = 'g';
    const char *key_file = NULL;
    unsigned char key[KEY], head[5] = "TSBK", nonce[16], tag[TAG];
    static unsigned char in[PIECE + TAG], out[PIECE + 32];

    while ((option = getopt(argc, argv, "dm:k:h")) != -1) {
        if (option == 'd')
            decrypt = 1;
        else if (option == 'k')
            key_file = optarg;
        else if (option == 'm' && (!strcmp(optarg, "gcm") || !strcmp(optarg, "ctr")))
            mode = optarg[0];
        else if (option == 'h')
            return fputs(usage, stdout) < 0;
        else
            return fputs(usage, stderr), 2;
    }
    if (!key_file || argc - optind != 2)
        return fputs(usage, stderr), 2;
    const char *from = argv[optind], *to = argv[optind + 1];
    if (read_key(key_file, key))
        return 1;
    if (!(job.in = fopen(from, "rb")))
        return failed(from, strerror(errno));
    struct stat st;
    const uint64_t total = !fstat(fileno(job.in), &st) ? (uint64_t)st.st_size : 0;
    if ((size_t)snprintf(job.temporary, sizeof job.temporary, "%s.part", to) >= sizeof job.temporary) {
        *job.temporary = 0;
        return failed(to, "name too long");
    }
    if (!(job.out = fopen(job.temporary, "wbx"))) {
        const int why = errno;
        fprintf(stderr, "encrypt_file: %s: %s\n", job.temporary, strerror(why));
        return 1;
    }

    if (decrypt) {
        if (fread(head, 1, 5, job.in) != 5 || memcmp(head, "TSBK", 4) || (head[4] != 'g' && head[4] != 'c'))
            return failed(from, "not a file of this program");
        /* The caller says which mode it trusts: a file cannot talk its reader out of checking the tag. */
        if (head[4] != (unsigned char)mode)
            return failed(from, mode == 'g' ? "not in GCM mode (-m ctr takes it unchecked)" : "not in CTR mode");
    }
    head[4] = (unsigned char)mode;
    const size_t nonce_len = mode == 'g' ? 12 : 16, tag_len = mode == 'g' ? TAG : 0;
    if (decrypt ? fread(nonce, 1, nonce_len, job.in) != nonce_len
                : getrandom(nonce, nonce_len, 0) != (ssize_t)nonce_len)
        return failed(decrypt ? from : "random numbers", decrypt ? "truncated" : strerror(errno));
    if (!decrypt && (fwrite(head, 1, 5, job.out) != 5 || fwrite(nonce, 1, nonce_len, job.out) != nonce_len))
        return failed(job.temporary, strerror(errno));

    job.stream = tsubaki_new();
    int status = job.stream
                     ? tsubaki_init(job.stream, TSUBAKI_CAMELLIA, mode == 'g' ? TSUBAKI_GCM : TSUBAKI_CTR,
                                    decrypt ? TSUBAKI_DECRYPT : TSUBAKI_ENCRYPT, key, KEY, nonce, nonce_len, tag_len)
                     : TSUBAKI_ERR_MEMORY;
    if (!status && tag_len)
        status = tsubaki_aad(job.stream, head, 5);
    if (status)
        return failed("cipher", tsubaki_strerror(status));

    /* Decryption: the last 16 bytes read are kept, for they may be the tag. */
    size_t kept = 0, n, written;
    uint64_t done = 0;
    const size_t keep = decrypt ? tag_len : 0;
    while ((n = fread(in + kept, 1, PIECE, job.in)) > 0) {
        const size_t have = kept + n, use = have > keep ? have - keep : 0;
        status = tsubaki_update(job.stream, out, &written, in, use);
        if (status)
            return failed(from, tsubaki_strerror(status));
        if (fwrite(out, 1, written, job.out) != written)
            return failed(job.temporary, strerror(errno));
        memmove(in, in + use, have - use);
        kept = have - use;
        progress(done += n, total, 0);
    }
    if (ferror(job.in))
        return failed(from, strerror(errno));
    if (kept < keep)
        return failed(from, "truncated");
    memcpy(tag, in, keep);
    status = tsubaki_final(job.stream, out, &written, tag);
    if (status)
        return failed(from, tsubaki_strerror(status));
    if (!decrypt && fwrite(tag, 1, tag_len, job.out) != tag_len)
        return failed(job.temporary, strerror(errno));
    progress(done, total, 1);
    if (fclose(job.out) || (job.out = NULL, rename(job.temporary, to)))
        return failed(to, strerror(errno));
    tsubaki_free(job.stream);
    fclose(job.in);
    explicit_bzero(key, sizeof key);
    return 0;
}

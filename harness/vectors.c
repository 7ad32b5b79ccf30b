/* SPDX-License-Identifier: BSD-2-Clause */
#include "vectors.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Fields by name: text and numbers as they stand, bytes from hexadecimal. */
enum kind { TEXT_FIELD, BYTES_FIELD, NUMBER_FIELD };
static const struct field {
    const char *name;
    enum kind kind;
    size_t at;
} fields[] = {
    {"source", TEXT_FIELD, offsetof(struct record, source)},
    {"cipher", TEXT_FIELD, offsetof(struct record, cipher)},
    {"mode", TEXT_FIELD, offsetof(struct record, mode)},
    {"key", BYTES_FIELD, offsetof(struct record, key)},
    {"iv", BYTES_FIELD, offsetof(struct record, iv)},
    {"aad", BYTES_FIELD, offsetof(struct record, aad)},
    {"pt", BYTES_FIELD, offsetof(struct record, pt)},
    {"ct", BYTES_FIELD, offsetof(struct record, ct)},
    {"tag", BYTES_FIELD, offsetof(struct record, tag)},
    {"iterated", NUMBER_FIELD, offsetof(struct record, iterated)},
};

static int error_at(struct vectors *v, const char *file, unsigned line, const char *format, ...)
{
    va_list ap;
    int n = snprintf(v->error, sizeof v->error, "%s:%u: ", file, line);
    if (n < 0 || (size_t)n >= sizeof v->error)
        return -1;
    va_start(ap, format);
    vsnprintf(v->error + n, sizeof v->error - (size_t)n, format, ap);
    va_end(ap);
    return -1;
}

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The bytes overwrite the text they are written in: that memory stays. */
static int parse_hex(char *text, struct bytes *b)
{
    const size_t len = strlen(text);
    uint8_t *out = (uint8_t *)text;
    for (size_t i = 0; i + 1 < len; i += 2) {
        const int high = digit(text[i]), low = digit(text[i + 1]);
        if (high < 0 || low < 0)
            return -1;
        out[i / 2] = (uint8_t)(high << 4 | low);
    }
    *b = (struct bytes){out, len / 2, 1};
    return len & 1 ? -1 : 0;
}

static int set_field(struct record *r, const struct field *f, char *value)
{
    char *to = (char *)r + f->at, *end;
    switch (f->kind) {
    case TEXT_FIELD:
        *(const char **)to = value;
        return *value ? 0 : -1;
    case BYTES_FIELD:
        return parse_hex(value, (struct bytes *)to);
    case NUMBER_FIELD:
        *(unsigned long *)to = strtoul(value, &end, 10);
        return *value >= '1' && *value <= '9' && !*end ? 0 : -1;
    }
    return -1;
}

/* One "name: value" line into r. */
static int parse_line(struct vectors *v, const char *file, unsigned line, char *text, struct record *r)
{
    char *colon = strchr(text, ':');
    if (!colon)
        return error_at(v, file, line, "not of the form 'name: value'");
    *colon = 0;
    char *value = colon + 1 + strspn(colon + 1, " ");
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (strcmp(text, fields[i].name))
            continue;
        if (set_field(r, &fields[i], value))
            return error_at(v, file, line, "bad value of '%s'", text);
        return 0;
    }
    return error_at(v, file, line, "unknown name '%s'", text);
}

/* The end of a paragraph that began at `line`: a record, or new defaults. */
static int end_paragraph(struct vectors *v, size_t *room, const char *file, unsigned line, struct record *r,
                         struct record *defaults)
{
    if (!r->pt.present && !r->ct.present) {
        *defaults = *r;
        return 0;
    }
    if (!r->pt.present || !r->ct.present || !r->source || !r->cipher || !r->mode || !r->key.present)
        return error_at(v, file, line, "a record needs source, cipher, mode, key, pt and ct");
    if (r->pt.len != r->ct.len)
        return error_at(v, file, line, "pt has %zu bytes, ct has %zu", r->pt.len, r->ct.len);
    if (v->count == *room) {
        *room = *room ? 2 * *room : 256;
        struct record *bigger = realloc(v->records, *room * sizeof *bigger);
        if (!bigger)
            return error_at(v, file, line, "out of memory");
        v->records = bigger;
    }
    r->file = file;
    r->line = line;
    v->records[v->count++] = *r;
    return 0;
}

static char *read_whole(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    long size;
    if (!f)
        return NULL;
    if (!fseek(f, 0, SEEK_END) && (size = ftell(f)) >= 0 && !fseek(f, 0, SEEK_SET) &&
        (text = malloc((size_t)size + 1)) != NULL) {
        if (fread(text, 1, (size_t)size, f) == (size_t)size) {
            text[size] = 0;
        } else {
            free(text);
            text = NULL;
        }
    }
    fclose(f);
    return text;
}

static int load_file(struct vectors *v, size_t *room, const char *path)
{
    struct record defaults = {.iterated = 1}, r = defaults;
    unsigned line = 0, begin = 0;
    char *text = read_whole(path);
    if (!text)
        return error_at(v, path, 0, "cannot be read: %s", strerror(errno));
    while (*text) {
        char *end = text + strcspn(text, "\n"), *next = *end ? end + 1 : end;
        while (end > text && (end[-1] == ' ' || end[-1] == '\r'))
            end--;
        *end = 0;
        line++;
        if (!*text) {
            if (begin && end_paragraph(v, room, path, begin, &r, &defaults))
                return -1;
            begin = 0;
        } else if (*text != '#') {
            if (!begin) {
                begin = line;
                r = defaults;
            }
            if (parse_line(v, path, line, text, &r))
                return -1;
        }
        text = next;
    }
    return begin ? end_paragraph(v, room, path, begin, &r, &defaults) : 0;
}

static int is_text_file(const struct dirent *e)
{
    const size_t len = strlen(e->d_name);
    return len > 4 && !strcmp(e->d_name + len - 4, ".txt");
}

int vectors_load(const char *folder, struct vectors *v)
{
    struct dirent **names;
    size_t room = 0;
    int result = 0;
    *v = (struct vectors){NULL, 0, ""};
    const int n = scandir(folder, &names, is_text_file, alphasort);
    if (n < 0)
        return error_at(v, folder, 0, "cannot be read: %s", strerror(errno));
    for (int i = 0; i < n; i++) {
        char *path = malloc(strlen(folder) + strlen(names[i]->d_name) + 2);
        if (!path)
            return error_at(v, folder, 0, "out of memory");
        sprintf(path, "%s/%s", folder, names[i]->d_name);
        if (!result)
            result = load_file(v, &room, path);
        free(names[i]);
    }
    free(names);
    return result;
}

const char *vectors_folder(const char *option)
{
    static char path[4096 + 32];
    if (option)
        return option;
    /* The program lies in build/<isa>/. */
    const ssize_t len = readlink("/proc/self/exe", path, 4096);
    for (ssize_t i = len; i > 0; i--) {
        if (path[i - 1] != '/')
            continue;
        strcpy(path + i, "../../vectors");
        if (!access(path, R_OK | X_OK))
            return path;
        break;
    }
    return access("vectors/README.md", R_OK) ? NULL : "vectors";
}

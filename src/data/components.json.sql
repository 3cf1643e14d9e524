-- What components.md opens with: the answers of its queries.
-- answers: ../components.md

-- name: meta
FROM meta;

-- The opening of components.md: the answers of its queries.
-- answers: ../components.md

-- name: meta
FROM meta;

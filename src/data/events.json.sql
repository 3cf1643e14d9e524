-- The opening of events.md. The build answers its query, which has no parameters.

-- name: meta
FROM meta;

/** Parts of a log that a search examines by itself; then the user decides whether to continue. */
export const maxParts = 12

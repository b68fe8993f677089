/** Changes of which no check can notice anything: the part of the line that has them, and the reason. */
export const equivalents = []

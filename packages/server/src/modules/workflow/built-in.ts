/**
 * Classes whose states follow from what stations and the system do, and the root of most of them: states can be
 * named anew there, none added.
 */
const fixed = new Set(['record', 'transaction', 'reservation', 'account', 'command'])
export const hasFixedStates = (classCode: string): boolean => fixed.has(classCode)

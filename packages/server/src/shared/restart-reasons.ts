/** Reasons of a stop after which the station may continue the session as a new transaction. */
export const restartReasons: readonly string[] = ['PowerLoss', 'Reboot']

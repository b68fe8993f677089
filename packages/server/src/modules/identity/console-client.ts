/** Client id of the console, for which its tokens are issued. */
export const consoleClientId = 'stationmaster-console'

/**
 * Product name wherever users of an installation see it: screens, the installed app, mails, authenticator
 * apps and the API documents. The software itself (repository, start-up messages, logs) is called
 * Stationmaster.
 */
export const productTitle = 'OCPP CS'

/** Returns the title with the configured suffix (`TITLE_SUFFIX`), which may be empty. */
export const titleWithSuffix = (suffix: string): string => `${productTitle} ${suffix.trim()}`.trim()

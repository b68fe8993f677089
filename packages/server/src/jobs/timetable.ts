/** How often, as fields of cron in UTC. */
export const everyMinute = '* * * * *'
export const everyQuarter = '*/15 * * * *'
export const everyHour = '7 * * * *'
export const everyNight = '23 3 * * *'

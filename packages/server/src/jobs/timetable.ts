/** Schedules as cron fields in UTC. */
export const everyMinute = '* * * * *'
export const everyQuarter = '*/15 * * * *'
export const everyHour = '7 * * * *'
export const everyNight = '23 3 * * *'

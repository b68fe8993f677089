const digits = (value: number) => String(value).padStart(2, '0')

const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${digits(date.getMonth() + 1)}-${digits(date.getDate())}`

/** Returns the first and last day of the month before a time, in the time zone of the browser. */
export const lastMonth = (now: Date) => ({
  periodfrom: dayOf(new Date(now.getFullYear(), now.getMonth() - 1, 1)),
  periodto: dayOf(new Date(now.getFullYear(), now.getMonth(), 0)),
})

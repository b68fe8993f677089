/**
 * Returns a day of the month that is some months after another one, as YYYY-MM-DD. Day 0 is the last one of the month
 * before.
 * @param month YYYY-MM or one of its days
 */
export function dayOfMonth(month: string, later: number, day: number): string {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))]
  return new Date(Date.UTC(year, number - 1 + later, day)).toISOString().slice(0, 10)
}

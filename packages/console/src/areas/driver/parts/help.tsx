import { useTexts } from '../../../lib/texts.ts'
import css from './driver.module.css'

/** Returns the address that dials a number. */
export const dialled = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, '')}`

/** Telephone number of the operator, as a link that needs no network. */
export function Help({ phone }: { phone: string }) {
  const t = useTexts('driver')
  return (
    <a className={css.help} href={dialled(phone)}>
      {t('help', { phone })}
    </a>
  )
}

import { IconMail, IconPhone } from '@tabler/icons-react'
import { languageName } from '../../../features/sites/contact-fields.tsx'
import type { Site } from '../../../features/sites/site-columns.tsx'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { MailLink, PhoneLink } from '../../../ui/data/contact-links.tsx'
import { Card } from '../../../ui/page/page.tsx'
import css from './site-contacts.module.css'

/** The contacts of the site in the order in which they are called. */
export function SiteContacts({ site: { contacts } }: { site: Site }) {
  const t = useTexts('sites')
  const { tag } = useFormat()
  if (contacts.length === 0) return null
  return (
    <Card title={t('contacts.title')}>
      <ul className={css.contacts}>
        {contacts.map(({ name, role, phone, email, language, hours, note }, index) => (
          <li key={index}>
            <div className={css.name}>
              <b>
                <bdi>{name ?? t('contacts.number', { number: index + 1 })}</bdi>
              </b>
              {role && <bdi className="muted">{role}</bdi>}
            </div>
            {phone && (
              <div className={css.link}>
                <IconPhone size={16} aria-hidden />
                <PhoneLink phone={phone} />
              </div>
            )}
            {email && (
              <div className={css.link}>
                <IconMail size={16} aria-hidden />
                <MailLink email={email} />
              </div>
            )}
            {(hours || language) && (
              <div className="muted">
                {[hours, language && languageName(tag, language)].filter(Boolean).join(' · ')}
              </div>
            )}
            {note && <p className={css.note}>{note}</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}

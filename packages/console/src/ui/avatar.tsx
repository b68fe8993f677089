import { pageConfig } from '../lib/page-config.ts'
import { initials } from '../lib/person.ts'
import type { SessionUser } from '../lib/session.ts'
import css from './avatar.module.css'

/**
 * The picture of a user, or the initials without one; the style sheet renders the initials because the name
 * is announced elsewhere.
 */
export function Avatar({ user, size, alt = '' }: { user: SessionUser; size: number; alt?: string }) {
  const { picture } = user.profile
  return (
    <span
      className={css.avatar}
      data-letters={picture ? undefined : initials(user)}
      style={{ inlineSize: size, blockSize: size, fontSize: size * 0.4 }}
    >
      {picture && <img src={pageConfig().apiDomain + picture} alt={alt} />}
    </span>
  )
}

import { randomBytes } from 'node:crypto'
import { avatarMaxBytes } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { reencode, pictureType, readFileData } from '../files/index.ts'
import { selfAuditRef } from '../identity/index.ts'
import { type ProfileDeps, shownProfile, type ShownProfile } from './profile.ts'
import { avatarContent, findProfile, insertAvatar, removeAvatar, updatePerson } from './store.ts'

const addressOf = (name: string): string => `/api/v1/avatar/${name}`

/** Replaces the user's own picture, re-encoded and resized, or removes it with null. */
export async function changeAvatar(
  deps: ProfileDeps,
  viewer: Viewer,
  data: string | null,
): Promise<ShownProfile | Refusal> {
  const content = data === null ? null : await readAvatar(data)
  if (isRefusal(content)) return content
  const now = deps.clock.now()
  // the name cannot be guessed and changes with each picture, so that browsers may cache it
  const name = randomBytes(20).toString('base64url')
  await inTransaction(deps.db, async (tx) => {
    // updates the user's row first: of two concurrent uploads the second waits here
    await updatePerson(tx, viewer.userId, { picture: content ? addressOf(name) : null, updated_at: now })
    await removeAvatar(tx, viewer.userId)
    await recordChange(tx, viewer, {
      ...selfAuditRef(viewer),
      action: content ? 'picture add' : 'picture delete',
    })
    if (content) await insertAvatar(tx, { name, user_id: viewer.userId, content, created_at: now })
  })
  const person = await findProfile(deps.db, viewer.userId, now)
  return person ? shownProfile(person) : refuse('session.ended')
}

async function readAvatar(text: string): Promise<Buffer | Refusal> {
  const data = readFileData(text, { maxBytes: avatarMaxBytes, field: 'picture' })
  if (isRefusal(data)) return data
  const picture = await reencode(data)
  return isRefusal(picture) ? { ...picture, field: 'picture' } : picture.thumbnail
}

/** Opens a picture for any caller with its address. */
export async function openAvatar(
  deps: Pick<ProfileDeps, 'db'>,
  name: string,
): Promise<{ type: string; content: Buffer } | Refusal> {
  const content = /^[\w-]{27}$/.test(name) ? await avatarContent(deps.db, name) : null
  return content ? { type: pictureType, content } : refuse('profile.picture_not_found')
}

import {
  type AnswerOf,
  type BodyOf,
  tariffLimits,
  type tariffCheck,
  type TariffVersion,
} from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { businessEndpoints, findRow } from '../business-objects/index.ts'
import type { ModuleContext } from '../module.ts'
import type { Methods } from '../workflow/index.ts'
import { checkTariff, shownFinding } from './check.ts'
import { saveDraft } from './save-draft.ts'
import { selectForViewer } from './select-for-viewer.ts'
import { tariffClass } from './tariff.ts'
import { validityOf } from './validity.ts'
import { findCurrent, findDraft, findTariff, listVersions, showVersion } from './version-store.ts'

export interface TariffDeps extends Pick<ModuleContext, 'db' | 'clock'> {
  methods: Methods
}

/** Endpoints of tariffs and their versions. */
export function tariffsHttp(deps: TariffDeps) {
  const tariffs = businessEndpoints(deps, tariffClass)
  const run = (viewer: Viewer, method: string, { id, ...params }: { id: string }) =>
    deps.methods.run(viewer, { classCode: 'tariff', id, method, params })
  return {
    tariffList: tariffs.list,
    tariffCount: tariffs.count,
    tariffGet: tariffs.get,
    tariffSet: tariffs.set,
    tariffMethod: tariffs.method,
    tariffType: tariffs.type,
    tariffVersionList: async (viewer, { id, before, reclimit = tariffLimits.versionsShown }) => {
      const tariff = await visibleTariff(deps, viewer, id)
      const isOfClient = viewer.clientId !== null
      return isRefusal(tariff) ? tariff : listVersions(deps.db, id, { before, most: reclimit, isOfClient })
    },
    tariffVersionSet: async (viewer, body) => {
      const now = deps.clock.now()
      const newDraftId = newId(now.getTime())
      const version = await deps.methods.change(viewer, {
        classCode: 'tariff',
        id: body.id,
        action: 'update',
        work: (tx) => saveDraft(tx, viewer, { body, newDraftId, now }),
      })
      return isRefusal(version) ? version : showVersion(deps.db, version)
    },
    tariffVersionClone: async (viewer, body) => {
      const ran = await run(viewer, 'create_draft', body)
      return isRefusal(ran) ? ran : newestVersion(deps, body.id)
    },
    tariffVersionDelete: async (viewer, body) => {
      const ran = await run(viewer, 'delete_draft', body)
      return isRefusal(ran) ? ran : { result: true }
    },
    tariffVersionActivate: async (viewer, body) => {
      const ran = await run(viewer, 'activate', body)
      return isRefusal(ran) ? withoutParams(ran) : newestVersion(deps, body.id)
    },
    tariffRetire: async (viewer, body) => {
      const ran = await run(viewer, 'retire', body)
      return isRefusal(ran) ? ran : tariffs.get(viewer, body)
    },
    tariffCheck: (viewer, body) => check(deps, viewer, body),
    tariffSelect: (viewer, body) => selectForViewer(deps, viewer, body),
  } satisfies Handlers
}

/** Names a field of the body, which was checked, without the prefix of a method's parameters. */
const withoutParams = (refusal: Refusal): Refusal =>
  refusal.field?.startsWith('params.')
    ? { ...refusal, field: refusal.field.slice('params.'.length) }
    : refusal

async function newestVersion({ db }: TariffDeps, tariffId: string): Promise<TariffVersion> {
  const [newest] = await listVersions(db, tariffId, { before: undefined, most: 1, isOfClient: false })
  return newest!
}

async function visibleTariff(
  { db }: TariffDeps,
  viewer: Viewer,
  id: string,
): Promise<{ id: string } | Refusal> {
  const row = await findRow(db, viewer, { of: tariffClass.stored, id, isLocked: false })
  return row && row.state !== 'deleted' ? row : tariffClass.missing
}

/** Checks a definition, or a version of the tariff, as its activation would. */
async function check(
  deps: TariffDeps,
  viewer: Viewer,
  { id, definition, ...days }: BodyOf<typeof tariffCheck>,
): Promise<AnswerOf<typeof tariffCheck> | Refusal> {
  const visible = await visibleTariff(deps, viewer, id)
  if (isRefusal(visible)) return visible
  // findings name stations and clients of others
  if (viewer.clientId !== null) return []
  const { db } = deps
  const version = definition ? null : ((await findDraft(db, id)) ?? (await findCurrent(db, id)))
  const checked = definition ?? version?.definition
  if (!checked) return refuse('tariff.version_not_found', { field: 'id' })
  const validity = await validityOf(db, days, deps.clock.now())
  if (isRefusal(validity)) return validity
  const findings = await checkTariff(db, { tariff: await findTariff(db, id), definition: checked, validity })
  return findings.map(shownFinding)
}

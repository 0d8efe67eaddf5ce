// The doctor on search data: compared with the files, and rebuilt where it differs. It is a cache: nobody is asked.

import { filesTexts } from '../base/messages/files.ts'
import { type Message, message } from '../base/messages/message.ts'
import type { Engine } from '../connect/engine.ts'
import type { DoctorFinding } from '../memory/doctor-finding.ts'

type CatalogReport = Awaited<ReturnType<Engine['searchData']['examine']>>

/** So many files are read while the doctor is waited for; more are left to the worker. */
const AT_ONCE = 5_000

interface SearchFindings {
  fixed: DoctorFinding[]
  left: DoctorFinding[]
}

export async function examineSearchData(engine: Engine): Promise<SearchFindings> {
  const findings: SearchFindings = { fixed: [], left: [] }
  if (await engine.searchData.dropDamagedSnapshot())
    findings.fixed.push(finding(message(filesTexts.snapshotDamaged)))
  const report = await engine.searchData.examine()
  const problem = problemOf(report)
  const isQuick = problem !== undefined && report.missing + report.changed <= AT_ONCE
  const unwritable = report.unwritable ?? (isQuick ? await engine.searchData.repair() : undefined)
  if (unwritable !== undefined)
    findings.left.push(finding(message(filesTexts.searchDataUnwritable, { problem: unwritable }), false))
  else if (isQuick) {
    engine.startWorker('doctor')
    findings.fixed.push(finding(message(filesTexts.madeAgain, { what: problem })))
  } else {
    const behind = problem ?? vectorsOff(report)
    if (behind) findings.left.push(finding(handOver(engine, behind)))
  }
  return findings
}

function problemOf({ none, damaged, missing, changed, gone, files }: CatalogReport): Message | undefined {
  if (damaged !== undefined) return message(filesTexts.searchDataDamaged, { problem: damaged })
  if (none) return files === 0 ? undefined : message(filesTexts.searchDataNone, { missing })
  return missing + changed + gone === 0
    ? undefined
    : message(filesTexts.searchDataOff, { missing, changed, gone })
}

/** Where nothing was ever embedded there is nothing to miss. */
function vectorsOff(report: CatalogReport): Message | undefined {
  const { vectors, documents } = report
  const having = documents - withoutVectors(report)
  return Object.keys(vectors).length > 0 && having < documents
    ? message(filesTexts.vectorsOff, { having, documents })
    : undefined
}

function withoutVectors({ vectors, documents }: CatalogReport): number {
  const counts = Object.values(vectors)
  return counts.length === 0 ? documents : Math.max(0, documents - Math.min(...counts))
}

/** For what compares the vectors of all memories. undefined where none is missing. */
export function searchDataBehind(report: CatalogReport): Message | undefined {
  const missing = withoutVectors(report)
  const { documents } = report
  return (
    problemOf(report) ?? (missing > 0 ? message(filesTexts.notCompared, { missing, documents }) : undefined)
  )
}

function handOver(engine: Engine, what: Message): Message {
  const asked = engine.startWorker('doctor')
  return message(asked === 'started' || asked === 'running' ? filesTexts.beingMade : filesTexts.makeIt, {
    what,
  })
}

function finding(explanation: Message, note = true): DoctorFinding {
  return { code: 'search_data', file: 'state/cache', facts: { explanation }, fixable: false, note }
}

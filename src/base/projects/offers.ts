// Other projects that may be this one, as the faces deal with them.
import type { ProjectCandidate } from './find-project-candidates.ts'
import { markOfferNoticed } from './link-project.ts'
import { BY_AGENT, type Location } from './memory-location.ts'
import { updateRegistry } from './project-registry.ts'

/** What is offered here; nothing where a variable or a setting decides on the memory. */
export function openOffers({ decidedBy, identity }: Location): readonly ProjectCandidate[] {
  return decidedBy === 'default' || decidedBy === BY_AGENT ? identity.offers : []
}

interface OfferHost {
  home: string
  location: Location
  register(): Promise<void>
}

/** It is not said again, only asked where somebody can be asked. */
export async function rememberNoticed({ home, location, register }: OfferHost): Promise<void> {
  await register()
  await updateRegistry(home, (registry) => markOfferNoticed(registry, location.identity.name))
}

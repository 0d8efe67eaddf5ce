// Where the vectors are of when memories matter: apart from those of their texts, as if they were of a model of their own,
// so that neither is compared with the other. What "near" means among them nobody asks: no moments are kept of them.

const MARK = '/when'

export function situationModel(model: string): string {
  return `${model}${MARK}`
}

export function isSituationModel(model: string): boolean {
  return model.endsWith(MARK)
}

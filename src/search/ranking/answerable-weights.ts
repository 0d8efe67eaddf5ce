// What `npm run fit` prints: of each model whose vectors queries have, the weights of their numbers (int8, base64).

interface FittedLinear {
  weights: string
  scale: number
  constant: number
}

export const ANSWERABLE: Readonly<Record<string, FittedLinear>> = {
  'minilm-l6-v2-int8': {
    weights:
      '0/S+KAD63eIoBjMq8fETFBorIkQ11d/xIeMKDQkAAsAaBvggCeL3uNoV8gfm4SUD/QEy++8L0Svy+OkI1vTzJRQbBM4ksw6q1RT4QebjAevXAhYMHDYtJSXsM9UgCjPqCfVF1ffD4CYWC+MJ3y4WLB0D/OkE1eTe/ADSsAknMADl9yME1vvy+kIJ7xxQ/vQfLyID8tmWKkIPK/IKFf4lCwcHGH8dFBYOKAw4JA7ULv+5E+T9OQMz9BmpCAAjw/cTyTDz3MzXNvUGLvT/AgwGBiLbpu457cvZ788x/RkvJQD1vQ8F80bUsP4Ovujv7cP4u9rcIekK/xQ+ANbJHwO9987C1gza+hooNBT8HM3g2gTdHvfvRwILI9cn7f0C4STo2db3PfkC9xofEgjd8uj7/esNAU4pBNTv08LwBfJHwgDtTl8JFO4N2Q/2yRg59wwU9+ne9+EYLiUKBiQNqBsGBQENBwUf08rpBwQOAiQwGx7X1s3M4P4u/BECRhvdDcHE',
    scale: 0.01757,
    constant: 0.145,
  },
  'bge-small-zh-v1.5-int8': {
    weights:
      'EgrY/9ImxwcFR+rZEd/szu7NAQWsFA2y9x34MFXf9xggJTj8Fp7+5gXKG/bfEBZCE1YngSEC0O354P7iHeyotQfbZkYB28pkINGxCu0x0vW4OuwgJ/Y569v32OnpsBgnNOVVQwj7767FGvEWocnq9rD/8UzmJx8oBQYL+/jf5/O7RMsI3EMK6vECJewf59vgBKQD8bAG8f9RGyEjEfsWOz8VEkU4RUr5XCEvBdIa3f0Gzm/pLhci4fIo/wn8IPj62DPk5CYaVv8F6eq81OPTNRfkyQEI9vT/AAgDozISFscK9kpQBg/cFirm7LPNAhwiHCD6GBVaQdY4xyEbLioF98wVEcveC9zpFugl7hgELhILFADi2ywa7PbEFuMG5gbo0wki2vzv9tf1PvEsGv01AOHOPB39FSfr2PYUH/XlI+vg//476DsPA/gp1jQ0QRgL5fPtFvjtNsISOPr0JKvlBTDwBiAUACUD0RcWFOMD3s0GzzTevCYdGBga//vaw/8UEAr8BcXTUhcb3wMK++TyChz8UOjkCifZ8fwOrhNAHjDP9MjI9LkaJyvX5NMT6cj4zigzyK/M+c0TGCEuNfwi2vQN0ujVGwTzKdQM8hsiIv/mNQDS2t7XDlAZxcy8veEk0xk3o/bd3TwKMB8WXBId/fQJteII4wjIBAXVHwfx+Oo=',
    scale: 0.01399,
    constant: -0.465,
  },
}

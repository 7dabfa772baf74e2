/**
 * Discovery documents that were asked for, of one server. They change with the definitions and with nothing else, so that all are
 * made anew when the stores are of another generation.
 */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/discovery/aggregated/handler.go, the cached response (v1.36)
export class KeptDocuments {
  private generation = -1;
  /** By path; all of one generation. */
  private documents = new Map<string, object>();

  of(generation: number): Map<string, object> {
    if (generation !== this.generation) {
      this.generation = generation;
      this.documents = new Map();
    }
    return this.documents;
  }
}

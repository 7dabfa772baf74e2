/** A policy and its binding as a manifest: what its rule is about is denied where the expression does not hold. */
export function policyText(name: string, rule: string, expression: string): string {
  return `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: ${name}}
spec:
  matchConstraints: {resourceRules: [{${rule}}]}
  validations: [{expression: "${expression}"}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: ${name}}
spec: {policyName: ${name}, validationActions: [Deny]}
---
`;
}

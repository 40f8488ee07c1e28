output "base_url" {
  description = "Base URL for forms and API clients."
  value       = aws_cloudformation_stack.service.outputs["BaseUrl"]
}

output "console_url" {
  description = "URL of the web console."
  value       = "${aws_cloudformation_stack.service.outputs["BaseUrl"]}/console"
}

output "owner_sign_in_url" {
  description = "URL at which the owner of the first account signs in. Null without owner_email."
  value       = try(aws_cloudformation_stack.service.outputs["OwnerSignInUrl"], null)
}

output "domain_target" {
  description = "Host name that your DNS record must point to, if the service has a domain. Otherwise null."
  value       = try(aws_cloudformation_stack.service.outputs["DomainTarget"], null)
}

output "outputs" {
  description = "All outputs of the stack, such as the names of tables and queues."
  value       = aws_cloudformation_stack.service.outputs
}

-- The labels say what the method does, in the words of the console. Labels that administrators have changed stay.
update workflow_actions set label = 'Create documents'
  where code = 'make_documents' and label = 'Make documents' and is_system;
update class_methods set
    label = case when label = built_in_name then 'Create documents' else label end,
    built_in_name = 'Create documents'
  where class_code = 'invoice' and code = 'make_documents' and is_system;
update class_events set label = 'Create the documents again'
  where class_code = 'invoice' and label = 'Make the documents again' and is_system;
